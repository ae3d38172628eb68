#include "core/report/csv_report.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("fields with separators are quoted and quotes doubled") {
    const DataTable table{"t", {"name", "n"}, {{std::string("a,b"), std::int64_t{1}}, {std::string("say \"x\""), 0.5}}};
    CHECK(toCsv(table) == "name,n\r\n\"a,b\",1\r\n\"say \"\"x\"\"\",0.5\r\n");
}

TEST_CASE("names that a spreadsheet would execute are defused, numbers are left alone") {
    DataTable table{"t", {"name"}, {}};
    for (const char* name : {"=1+1", "+x", "-x", "@x", "\tx", "plain"})
        table.rows.push_back({std::string(name)});
    table.rows.push_back({std::int64_t{-5}});
    table.rows.push_back({-0.25});
    CHECK(toCsv(table) == "name\r\n'=1+1\r\n'+x\r\n'-x\r\n'@x\r\n'\\x09x\r\nplain\r\n-5\r\n-0.25\r\n");
}

TEST_CASE("line breaks and invalid UTF-8 cannot break a record") {
    const DataTable table{"t", {"name"}, {{std::string("a\r\nb\xff")}}};
    CHECK(toCsv(table) == "name\r\na\\x0D␤b\xEF\xBF\xBD\r\n");
}

TEST_CASE("a shown table is copied under the same rules") {
    Table table;
    table.columns = {{"a"}, {"b"}};
    table.rows = {{{"=x"}, {"-5"}}, {{"-1.2 %"}, {"1,5"}}};
    CHECK(toCsv(table) == "a,b\r\n'=x,-5\r\n'-1.2 %,\"1,5\"\r\n");
}
