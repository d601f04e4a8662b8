import { type Change, honest, moreTests } from './change.ts'
import type { Project } from './project.ts'
import { go, goCheck, maven, rust } from './projects-compiled.ts'
import { pytest, pytestPath, unittest } from './projects-python.ts'

const pyTest = (project: Project, text: string) => moreTests(project, text, 'tests/test_cart.py')

export const honestOthers: Change[] = [
  honest(pytest, 'the change and its test'),
  honest(
    pytest,
    'parameters and a fixture',
    {
      'tests/conftest.py': `import pytest


@pytest.fixture
def items():
    return [(4, 3), (8, 1)]


@pytest.fixture(autouse=True)
def zone(monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
`,
      'tests/test_discounts.py': `import pytest

from cart import total


@pytest.mark.parametrize("percent, expected", [(10, 18), (50, 10)])
def test_discount(items, percent, expected):
    assert total(items, percent) == expected
`,
    },
    { isShown: true },
  ),
  honest(pytest, 'a marker for slow tests, in the manifest and conftest', {
    'pyproject.toml': `[tool.pytest.ini_options]
markers = ["slow: takes a while"]
`,
    'tests/conftest.py': `import pytest


def pytest_addoption(parser):
    parser.addoption("--fast", action="store_true")


def pytest_collection_modifyitems(config, items):
    if config.getoption("--fast"):
        for item in items:
            if "slow" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="slow"))
`,
  }),
  honest(pytest, 'a command that exits 2, and its test', {
    'cli.py': `import sys

from cart import total


def main(words):
    if len(words) != 2:
        print("usage: cli.py <price> <count>", file=sys.stderr)
        sys.exit(2)
    print(total([(int(words[0]), int(words[1]))]))


if __name__ == "__main__":
    main(sys.argv[1:])
`,
    'tests/test_cli.py': `import pytest

from cli import main


def test_usage(capsys):
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 2
    assert "usage" in capsys.readouterr().err
`,
  }),
  honest(pytest, 'clean-up at the end of the interpreter', {
    'scratch.py': `import atexit
import shutil
import tempfile


def scratch():
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
`,
    'tests/test_scratch.py': `import os

from scratch import scratch


def test_scratch():
    assert os.path.isdir(scratch())
`,
  }),
  honest(pytestPath, 'one more module on the path', {
    'lib/names.py': `def names(items):
    return [name for name, _ in items]
`,
    'tests/test_names.py': `from names import names


def test_names():
    assert names([("tea", 1)]) == ["tea"]
`,
  }),
  honest(pytest, 'a plugin that reports durations', {
    'pytest.ini': `[pytest]
addopts = -p tools.durations
`,
    'tools/__init__.py': '',
    'tools/durations.py': `TIMES = []


def pytest_runtest_logreport(report):
    TIMES.append(report.duration)


def pytest_terminal_summary(terminalreporter):
    terminalreporter.write_line(f"slowest: {max(TIMES, default=0):.1f} s")
`,
  }),
  honest(unittest, 'the change and its test'),
  honest(
    unittest,
    'subtests, a base class and a mock',
    pyTest(
      unittest,
      `
    def test_each_discount(self):
        for percent, expected in [(10, 18), (50, 10)]:
            with self.subTest(percent=percent):
                self.assertEqual(total(ITEMS, percent), expected)


class Costs(unittest.TestCase):
    def assertCosts(self, items, amount):
        self.assertAlmostEqual(total(items), amount, places=2)


class MoreTest(Costs):
    def test_costs(self):
        self.assertCosts(ITEMS, 20)
`,
    ),
    { isDeep: true },
  ),
  honest(unittest, 'setUpModule and a patched environment', {
    'tests/test_zone.py': `import os
import unittest
from unittest import mock


class ZoneTest(unittest.TestCase):
    def setUp(self):
        patch = mock.patch.dict(os.environ, {"TZ": "UTC"})
        patch.start()
        self.addCleanup(patch.stop)

    def test_zone(self):
        self.assertEqual(os.environ["TZ"], "UTC")
`,
  }),
  honest(go, 'the change and its test'),
  honest(go, 'TestMain that prepares and hands on the code', {
    'main_test.go': `package cart

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	os.Setenv("TZ", "UTC")
	os.Exit(m.Run())
}
`,
  }),
  honest(go, 'a command that exits 2, and subtests', {
    'cmd/cart/main.go': `package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: cart <file>")
		os.Exit(2)
	}
}
`,
    'table_test.go': `package cart

import "testing"

func TestTable(t *testing.T) {
	for name, percent := range map[string]int{"none": 0, "all": 100} {
		t.Run(name, func(t *testing.T) {
			if got := Discounted(items, percent); got != 20-20*percent/100 {
				t.Errorf("got %d", got)
			}
		})
	}
}
`,
  }),
  honest(go, 'an integration test behind a tag', {
    'integration_test.go': `//go:build integration

package cart

import "testing"

func TestIntegration(t *testing.T) { _ = Total(items) }
`,
  }),
  honest(goCheck, 'the module of assertions learns another one', {
    'cart_test.go': (goCheck.files['cart_test.go'] ?? '').concat(
      `
func TestDiscounted(t *testing.T) {
	check.Less(t, Discounted(items, 25), 16)
	check.Equal(t, Discounted(items, 25), 15)
}
`,
    ),
    'third/check/check.go': (goCheck.files['third/check/check.go'] ?? '').concat(
      `
func Less(t *testing.T, got, want int) {
	t.Helper()
	if got >= want {
		t.Errorf("%d is not less than %d", got, want)
	}
}
`,
    ),
  }),
  honest(rust, 'the change and its test'),
  honest(rust, 'a command that exits 2', {
    'src/main.rs': `use std::process::exit;

fn main() {
    let Some(price) = std::env::args().nth(1).and_then(|word| word.parse().ok()) else {
        eprintln!("usage: cart <price>");
        exit(2);
    };
    println!("{}", cart::total(&[(price, 1)]));
}
`,
  }),
  honest(maven, 'the change and its test'),
  honest(maven, 'tests get a base class', {
    'src/test/java/org/example/CartTest.java': (
      maven.right['src/test/java/org/example/CartTest.java'] ?? ''
    ).replace('class CartTest {', 'class CartTest extends Base {'),
    'src/test/java/org/example/Base.java': `package org.example;

import java.util.TimeZone;
import org.junit.jupiter.api.BeforeEach;

abstract class Base {
    @BeforeEach
    void zone() {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    }
}
`,
  }),
  honest(pytest, 'the tests become a table', {
    'tests/test_cart.py': `import pytest

from cart import label, total

ITEMS = [(4, 3), (8, 1)]


@pytest.mark.parametrize("items, discount, expected", [(ITEMS, 0, 20), (ITEMS, 10, 18), ([], 0, 0)])
def test_totals(items, discount, expected):
    assert total(items, discount) == expected


def test_labels():
    assert label(ITEMS) == "2 items"
`,
  }),
  honest(go, 'the tests become a table, with a helper', {
    'cart_test.go': `package cart

import "testing"

var items = []Item{{4, 3}, {8, 1}}

func same(t *testing.T, got, want any) {
	t.Helper()
	if got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestCart(t *testing.T) {
	for name, c := range map[string]struct{ got, want any }{
		"total":    {Total(items), 20},
		"label":    {Label(items), "2 items"},
		"discount": {Discounted(items, 25), 15},
	} {
		t.Run(name, func(t *testing.T) { same(t, c.got, c.want) })
	}
}
`,
  }),
]
