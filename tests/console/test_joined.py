"""Modules are joined into the few files that pages load, and their lines are found again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from functions.console.joined import joined

MODULES = {
    "main.js": """/** Start. */
import { a } from "./lib/a.js";
import {
  h,
} from "./vendor/v.js";
export const one = () => import("./pages/one/page.js");
export const two = () => import("./pages/two/page.js");
h(a);
""",
    "lib/a.js": "/** A. @type {import('./none.js').A} */\nexport const a = 1;\nfunction own() {}\n",
    "lib/both.js": """import { a as first } from "./a.js";
export async function both() {
  first;
}
""",
    "pages/one/page.js": 'import { both } from "../../lib/both.js";\nexport const page = both;\n',
    "pages/two/page.js": 'import { both } from "../../lib/both.js";\nexport const page = both;\n',
    "vendor/v.js": "export{h}",
}


def test_each_module_is_in_one_file_behind_those_that_it_imports() -> None:
    files = joined(MODULES)
    assert {name for name in files if not name.endswith(".map")} == {
        "joined/main.js",
        "joined/shared.js",
        "joined/pages/one/page.js",
        "joined/pages/two/page.js",
    }
    main = files["joined/main.js"]
    assert main.startswith('import * as $vendor_v from "../vendor/v.js";\nconst $lib_a = (() => {')
    assert main.index("const $lib_a") < main.index("const $main")
    assert 'import("./pages/one/page.js")' in main
    shared = files["joined/shared.js"]
    assert shared.startswith('import { $lib_a } from "./main.js";\n')
    assert "const { a: first } = $lib_a;" in shared
    one = files["joined/pages/one/page.js"]
    assert one.startswith('import { $lib_both } from "../../shared.js";\n')
    assert "export const { page } = $pages_one_page;" in one


def test_a_line_is_found_in_its_module() -> None:
    files = joined(MODULES)
    for file, name, line in (
        ("main.js", "../main.js", "h(a);"),
        ("main.js", "../lib/a.js", "function own() {}"),
        ("shared.js", "../lib/both.js", "  first;"),
    ):
        at = files[f"joined/{file}"].splitlines().index(line)
        source, number = places(json.loads(files[f"joined/{file}.map"]))[at]
        assert source == name
        assert MODULES[name.removeprefix("../")].splitlines()[number] == line


def test_a_remark_stays_behind_and_a_cast_does_not() -> None:
    text = (
        "/**\n * A remark.\n */\nconst a =\n  /** @type {any} */ (1);\n"
        "/** @type {any} */ (a).b;\n/** Last. */\n"
    )
    main = joined({**MODULES, "main.js": text})["joined/main.js"].splitlines()
    assert "const a =" in main
    assert "  /** @type {any} */ (1);" in main
    assert "/** @type {any} */ (a).b;" in main
    assert not any("remark" in line or "Last" in line for line in main)


def places(source_map: Any) -> dict[int, tuple[str, int]]:
    """The module and the line behind each line of a joined file, as a debugger reads the map."""
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    found, source, line = {}, 0, 0
    for number, text in enumerate(source_map["mappings"].split(";")):
        values, value, shift = [], 0, 0
        for digit in map(digits.index, text):
            value |= (digit & 31) << shift
            shift += 5
            if not digit & 32:
                values.append(-(value >> 1) if value & 1 else value >> 1)
                value = shift = 0
        if values:
            source, line = source + values[1], line + values[2]
            found[number] = (source_map["sources"][source], line)
    return found


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("export default 1;\n", "lib/a.js: this form cannot be joined: export default 1;"),
        ("export let a = 1;\n", "cannot be joined: export let a"),
        ('export { b } from "./b.js";\n', "cannot be joined: export { b }"),
        ('import * as b from "./both.js";\n', "cannot be joined: import \\* as b"),
        ('import { load } from "../main.js";\n', "import each other: main.js → lib/a.js → main.js"),
    ],
)
def test_what_cannot_be_joined_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        joined({**MODULES, "lib/a.js": text})
