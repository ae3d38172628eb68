#include "core/model/csv_text.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::string shown(const CsvText& csv) {
    std::string text;
    for (const CsvRecord& record : csv.records) {
        text += std::to_string(record.line) + ":";
        for (const std::string& cell : record.cells)
            text += "[" + cell + "]";
        text += "\n";
    }
    return text;
}

}  // namespace

TEST_CASE("cells are cut at the separator and trimmed of blanks") {
    CHECK(shown(readCsv("run,label\nrun1, clean \n")) == "1:[run][label]\n2:[run1][clean]\n");
}

TEST_CASE("the separator is the one the first record uses most") {
    CHECK(shown(readCsv("run;label;a,b\n1;2;3\n")) == "1:[run][label][a,b]\n2:[1][2][3]\n");
    CHECK(shown(readCsv("run\tlabel\n1\t2\n")) == "1:[run][label]\n2:[1][2]\n");
    CHECK(shown(readCsv("\"a;b;c\",label\n")) == "1:[a;b;c][label]\n");
    CHECK(readCsv("one").separator == ',');
}

TEST_CASE("quotes keep separators, blanks, quotes and line breaks") {
    CHECK(shown(readCsv("\"a,b\",\" c \",\"say \"\"x\"\"\"\n\"two\nlines\",2\nnext,3")) ==
          "1:[a,b][ c ][say \"x\"]\n2:[two\nlines][2]\n4:[next][3]\n");
    CHECK(shown(readCsv("\"a  \"  ,b\n")) == "1:[a  ][b]\n");
    CHECK(shown(readCsv("5\" disk,b\n")) == "1:[5\" disk][b]\n");
}

TEST_CASE("CRLF, CR, a byte order mark, blank lines and a missing last line end are fine") {
    CHECK(shown(readCsv("\xEF\xBB\xBFrun,label\r\n\r\n1,2\r\n")) == "1:[run][label]\n3:[1][2]\n");
    CHECK(shown(readCsv("a,b\rc,d")) == "1:[a][b]\n2:[c][d]\n");
    CHECK(readCsv("").records.empty());
    CHECK(readCsv("\n\n").records.empty());
}

TEST_CASE("an empty last cell is a cell") {
    CHECK(shown(readCsv("a,\n,b\n")) == "1:[a][]\n2:[][b]\n");
}

TEST_CASE("a quote that is never closed is reported") {
    const CsvText csv = readCsv("a,b\n\"c,d\ne,f\n");
    CHECK(csv.unclosedQuote > 0);
    CHECK(shown(csv) == "1:[a][b]\n2:[c,d\ne,f\n]\n");
}

TEST_CASE("hostile sizes are cut") {
    CHECK(readCsv(std::string(100'000, ',')).records.front().cells.size() == kMaxCsvCells);
    std::string many;
    for (std::size_t i = 0; i < kMaxCsvRecords + 5; ++i)
        many += "a\n";
    const CsvText csv = readCsv(many);
    CHECK(csv.records.size() == kMaxCsvRecords);
    CHECK(csv.moreRecords);
}
