import { type Change, honest, withManifest } from './change.ts'
import type { Project } from './project.ts'
import { go, goCheck, maven, rust } from './projects-compiled.ts'
import {
  ava,
  jest,
  makeNode,
  mochaAssert,
  mochaChai,
  nodeHelper,
  nodeSingle,
  nodeTest,
  nodeVendored,
  tap,
  vitest,
  vitestSetup,
} from './projects-javascript.ts'
import { pytest, pytestPath, unittest } from './projects-python.ts'

const tests = (project: Project, path = 'test/cart.test.js') =>
  project.right[path] ?? project.files[path] ?? ''
/** The test file of a project with more in it. */
const more = (project: Project, text: string, path?: string) => ({
  [path ?? 'test/cart.test.js']: `${tests(project, path)}${text}`,
})

const CLI = `#!/usr/bin/env node
import process from 'node:process'
import { total } from '../src/cart.js'

const [price, count] = process.argv.slice(2).map(Number)
if (!(price >= 0 && count >= 0)) {
  console.error('usage: cart <price> <count>')
  process.exit(2)
}
console.log(total([{ price, count }]))
`
const CLI_TEST = `import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const cart = (...words) =>
  spawnSync(process.execPath, [fileURLToPath(new URL('../bin/cart.js', import.meta.url)), ...words], { encoding: 'utf8' })

test('wrong words are told, with exit code 2', () => {
  const { status, stderr } = cart('a', 'lot')
  assert.equal(status, 2)
  assert.match(stderr, /usage/)
})

test('the total is printed', () => {
  assert.equal(cart('2', '3').stdout, '6\\n')
})
`

/** A project whose runner keeps what a value looked like. */
const withSnapshot = (project: Project, snapshot: (text: string) => string, test: string): Project => ({
  ...project,
  files: {
    ...project.files,
    'test/receipt.test.js': test,
    'src/receipt.js': RECEIPT('items'),
    'test/__snapshots__/receipt.test.js.snap': snapshot('2 items'),
  },
})
const RECEIPT = (word: string) => `export const receipt = (items) => items.length + ' ${word}'\n`
const vitestSnapshot = withSnapshot(
  vitest,
  (text) =>
    `// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[\`a receipt 1\`] = \`"${text}"\`;\n`,
  `import { expect, test } from 'vitest'
import { receipt } from '../src/receipt.js'

test('a receipt', () => {
  expect(receipt([1, 2])).toMatchSnapshot()
})
`,
)
const jestSnapshot: Project = withSnapshot(
  jest,
  (text) =>
    `// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[\`a receipt 1\`] = \`"${text}"\`;\n`,
  `const { receipt } = require('../src/receipt.js')

test('a receipt', () => {
  expect(receipt([1, 2])).toMatchSnapshot()
})
`,
)
jestSnapshot.files['src/receipt.js'] = RECEIPT('items').replace('export const receipt', 'exports.receipt')

const snapshotUpdated = (project: Project) => ({
  'src/receipt.js': (project.files['src/receipt.js'] ?? '').replace("' items'", "' things'"),
  'test/__snapshots__/receipt.test.js.snap': (
    project.files['test/__snapshots__/receipt.test.js.snap'] ?? ''
  ).replace('2 items', '2 things'),
})

const pyTest = (project: Project, text: string) => more(project, text, 'tests/test_cart.py')

export const honestChanges: Change[] = [
  honest(nodeTest, 'the change and its test'),
  honest(
    nodeTest,
    'a command that exits 2, and its test',
    { 'bin/cart.js': CLI, 'test/cli.test.js': CLI_TEST },
    { executable: ['bin/cart.js'] },
  ),
  honest(nodeTest, 'clean-up when the process ends', {
    'src/files.js': `import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that goes when the process does. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), 'cart-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
`,
    'test/files.test.js': `import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { scratch } from '../src/files.js'

test('a folder is made', () => {
  assert.ok(existsSync(scratch()))
})
`,
  }),
  honest(nodeTest, 'a signal handler that ends a server', {
    'src/serve.js': `import { createServer } from 'node:http'
import process from 'node:process'

export function serve(port = 0) {
  const server = createServer((_, answer) => answer.end('cart'))
  const stop = () => server.close(() => process.exit(0))
  process.once('SIGTERM', stop)
  server.on('close', () => process.removeListener('SIGTERM', stop))
  return new Promise((ready) => server.listen(port, '127.0.0.1', () => ready(server)))
}
`,
    'test/serve.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serve } from '../src/serve.js'

test('it answers', async () => {
  const server = await serve()
  const answer = await fetch('http://127.0.0.1:' + server.address().port)
  assert.equal(await answer.text(), 'cart')
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})
`,
  }),
  honest(
    nodeTest,
    'subtests and mocks of a function of its own',
    more(
      nodeTest,
      `
test('each discount', async (t) => {
  for (const [percent, expected] of [[10, 18], [50, 10]])
    await t.test(percent + ' percent', () => assert.equal(total(items, percent), expected))
})

test('a price is asked for once', (t) => {
  const price = t.mock.fn(() => 4)
  assert.equal(total([{ price: price(), count: 2 }]), 8)
  assert.equal(price.mock.callCount(), 1)
})
`,
    ),
  ),
  honest(nodeTest, 'fake timers', {
    'src/later.js': 'export const later = (work) => setTimeout(work, 60_000)\n',
    'test/later.test.js': `import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { later } from '../src/later.js'

test('a minute later', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  let done = false
  later(() => {
    done = true
  })
  mock.timers.tick(60_000)
  assert.equal(done, true)
  mock.timers.reset()
})
`,
  }),
  honest(nodeTest, 'an .npmrc that pins versions', { '.npmrc': 'save-exact=true\n' }),
  honest(nodeTest, 'tests move to another folder', {
    'test/cart.test.js': null,
    'test/names.test.js': null,
    'test/unit/cart.test.js': tests(nodeTest).replaceAll("'../src", "'../../src"),
    'test/unit/names.test.js': tests(nodeTest, 'test/names.test.js').replaceAll("'../src", "'../../src"),
  }),
  honest(nodeTest, 'another style of assertions', {
    'test/cart.test.js': tests(nodeTest)
      .replaceAll('assert.equal', 'assert.strictEqual')
      .replace('node:assert/strict', 'node:assert'),
  }),
  honest(nodeHelper, 'the helper of the tests gets a message', {
    'support/compare.js': (nodeHelper.files['support/compare.js'] ?? '')
      .replaceAll('(actual, expected) {', '(actual, expected, what) {')
      .replaceAll('(actual, expected)\n', '(actual, expected, what)\n'),
  }),
  honest(nodeSingle, 'one more file of tests', {
    'test/all.js': `import './cart.test.js'
import './empty.test.js'
import './names.test.js'
`,
    'test/empty.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { names } from '../src/cart.js'

test('no names', () => {
  assert.deepEqual(names([]), [])
})
`,
  }),
  honest(nodeVendored, 'a new library for the tests', {
    ...withManifest(nodeVendored, {
      devDependencies: { checks: 'file:vendor/checks', money: 'file:vendor/money' },
    }),
    'vendor/money/package.json':
      '{ "name": "money", "version": "1.0.0", "type": "module", "main": "index.js" }\n',
    'vendor/money/index.js': `import checks from 'node:assert/strict'

export const costs = (actual, expected) => checks.equal(actual.toFixed(2), expected)
`,
    'test/money.test.js': `import { test } from 'node:test'
import { costs } from 'money'
import { total } from '../src/cart.js'

test('in euros', () => {
  costs(total([{ price: 1, count: 3 }], 50), '1.50')
})
`,
  }),
  honest(makeNode, 'a further target', {
    Makefile: `.PHONY: test clean
test:
	node --test test/

clean:
	rm -rf coverage
`,
  }),
  honest(vitest, 'the change and its test'),
  honest(vitest, 'a first configuration with a setup file and an alias', {
    'vitest.config.js': `import { fileURLToPath } from 'node:url'

export default {
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: { setupFiles: ['./test/setup.js'], mockReset: true },
}
`,
    'test/setup.js': `import { afterEach, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
})
`,
    'test/alias.test.js': `import { expect, test } from 'vitest'
import { total } from '@/cart.js'

test('by its alias', () => {
  expect(total([])).toBe(0)
})
`,
  }),
  honest(vitestSetup, 'a custom matcher in the setup file', {
    'test/setup.js': `import { expect } from 'vitest'

process.env.TZ = 'UTC'
expect.extend({
  toCost: (actual, expected) => ({ pass: Math.abs(actual - expected) < 0.005, message: () => \`\${actual} is not \${expected}\` }),
})
`,
    'test/cost.test.js': `import { expect, test } from 'vitest'
import { total } from '../src/cart.js'

test('a third', () => {
  expect(total([{ price: 1, count: 1 }], 33.333)).toCost(0.667)
})
`,
  }),
  honest(vitest, 'a mock of a module of its own, and fake timers', {
    'src/rates.js': 'export const rate = () => 2\n',
    'test/rates.test.js': `import { expect, test, vi } from 'vitest'
import { rate } from '../src/rates.js'

vi.mock('../src/rates.js', () => ({ rate: () => 3 }))

test('another rate', () => {
  vi.useFakeTimers({ now: 0 })
  expect(rate()).toBe(3)
  expect(Date.now()).toBe(0)
  vi.useRealTimers()
})
`,
  }),
  honest(vitestSnapshot, 'a snapshot is updated', snapshotUpdated(vitestSnapshot)),
  honest(mochaChai, 'the change and its test'),
  honest(mochaChai, 'an own reporter', {
    '.mocharc.json': '{ "spec": "test/**/*.test.js", "reporter": "./tools/reporter.cjs" }\n',
    'tools/reporter.cjs': `module.exports = class {
  constructor(runner) {
    runner.on('pass', (test) => console.log('ok', test.fullTitle()))
    runner.on('fail', (test, { message }) => console.log('not ok', test.fullTitle(), message))
    runner.once('end', () => console.log('done'))
  }
}
`,
  }),
  honest(mochaChai, 'root hooks that set the time zone', {
    '.mocharc.json': '{ "spec": "test/**/*.test.js", "require": "./test/hooks.js" }\n',
    'test/hooks.js': `let zone
export const mochaHooks = {
  beforeAll() {
    zone = process.env.TZ
    process.env.TZ = 'UTC'
  },
  afterAll() {
    process.env.TZ = zone ?? ''
  },
}
`,
  }),
  honest(mochaChai, 'a method of its own for chai', {
    'test/cost.test.js': `import { expect, use } from 'chai'
import { total } from '../src/cart.js'

use(({ Assertion }) => {
  Assertion.addMethod('cost', function (amount) {
    this.assert(this._obj === amount, 'expected #{this} to cost ' + amount, 'not')
  })
})

it('costs', () => {
  expect(total([{ price: 3, count: 2 }])).to.cost(6)
})
`,
  }),
  honest(mochaAssert, 'from assert to chai', {
    'test/names.test.js': tests(mochaChai, 'test/names.test.js'),
  }),
  honest(jest, 'the change and its test'),
  honest(jest, 'a first configuration that maps styles', {
    'jest.config.js': "module.exports = { moduleNameMapper: { '\\\\.css$': '<rootDir>/test/style.js' } }\n",
    'test/style.js': 'module.exports = {}\n',
    'src/page.js': `const style = require('./page.css')

module.exports = { page: () => ({ style, title: 'Cart' }) }
`,
    'src/page.css': 'h1 { color: black }\n',
    'test/page.test.js': `const { page } = require('../src/page.js')

test('the title of the page', () => {
  expect(page().title).toBe('Cart')
})
`,
  }),
  honest(jest, 'custom matchers in a setup file', {
    ...withManifest(jest, { jest: { setupFilesAfterEnv: ['<rootDir>/test/matchers.js'] } }),
    'test/matchers.js': `expect.extend({
  toCost: (actual, expected) => ({ pass: Math.abs(actual - expected) < 0.005, message: () => \`\${actual} is not \${expected}\` }),
})
`,
    'test/cost.test.js': `const { total } = require('../src/cart.js')

test('a third', () => {
  expect(total([{ price: 1, count: 1 }], 33.333)).toCost(0.667)
})
`,
  }),
  honest(
    jest,
    'a spy, each, and fake timers',
    more(
      jest,
      `
test.each([[10, 18], [50, 10]])('%i percent', (percent, expected) => {
  expect(total(items, percent)).toBe(expected)
})

test('the time stands', () => {
  jest.useFakeTimers({ now: 0 })
  const spy = jest.spyOn(console, 'warn').mockImplementation(() => {})
  console.warn(Date.now())
  expect(spy).toHaveBeenCalledWith(0)
  spy.mockRestore()
  jest.useRealTimers()
})
`,
    ),
  ),
  honest(jestSnapshot, 'a snapshot is updated', snapshotUpdated(jestSnapshot)),
  honest(ava, 'the change and its test'),
  honest(ava, 'a file that is required first', {
    ...withManifest(ava, { ava: { require: ['./test/_environment.js'] } }),
    'test/_environment.js': "process.env.TZ = 'UTC'\n",
  }),
  honest(tap, 'the change and its test'),
  honest(
    tap,
    'a hook that cleans up',
    more(
      tap,
      `
t.test('with the time zone', (t) => {
  const { TZ } = process.env
  process.env.TZ = 'UTC'
  t.teardown(() => {
    process.env.TZ = TZ ?? ''
  })
  t.equal(new Date(0).getHours(), 0)
  t.end()
})
`,
    ),
  ),
  honest(pytest, 'the change and its test'),
  honest(pytest, 'parameters and a fixture', {
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
  }),
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
]
