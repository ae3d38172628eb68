#include "core/report/forcing.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("a forced choice is the least CBOR that cubecl reads back") {
    CHECK(forcedValueHex({14}) == "A26D666173746573745F696E6465780E67726573756C747380");
    CHECK(forcedValueHex({23}).substr(30, 2) == "17");
    CHECK(forcedValueHex({24}) == "A26D666173746573745F696E646578181867726573756C747380");
    CHECK(forcedValueHex({300}) == "A26D666173746573745F696E64657819012C67726573756C747380");
}

TEST_CASE("the statement names table and row") {
    CHECK(forcingSql({"run1", "a.db", "entries", "42", "autotune/x", {3}}, {1}) ==
          "UPDATE entries SET value = X'A26D666173746573745F696E6465780167726573756C747380' WHERE rowid = 42; PRAGMA "
          "wal_checkpoint(TRUNCATE);");
}
