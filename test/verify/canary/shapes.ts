/** Small projects of each runner that can be tried here, and changes to them. */
interface Project {
  name: string
  files: Record<string, string>
  command: string[]
}

export interface Shape {
  name: string
  project: Project
  /** Files as they are with the change. */
  change: Record<string, string>
}

const SLUG = "export const slug = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')\n"
const node: Project = {
  name: 'node',
  command: ['node', '--test'],
  files: {
    'package.json': '{"type":"module"}',
    'src/slug.js': SLUG,
    'test/slug.test.js':
      "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { slug } from '../src/slug.js'\ntest('dashes', () => { assert.equal(slug('A b'), 'a-b') })\ntest('words', () => { assert.deepEqual([slug('a')], ['a']); assert.throws(() => slug(null)) })\n",
  },
}
const vitest: Project = {
  name: 'vitest',
  command: ['node', 'node_modules/vitest/vitest.mjs', 'run'],
  files: {
    'package.json': '{"type":"module"}',
    'src/slug.js': SLUG,
    'vitest.config.js': "export default { test: { setupFiles: ['./tools/setup.js'] } }\n",
    'tools/setup.js': 'globalThis.ready = true\n',
    'tools/plugin.js': "export default () => ({ name: 'x' })\n",
    'test/slug.test.js':
      "import { expect, test } from 'vitest'\nimport { slug } from '../src/slug.js'\ntest('dashes', () => { expect(slug('A b')).toBe('a-b') })\ntest('words', () => { expect([slug('a')]).toEqual(['a']) })\n",
  },
}
const pytest: Project = {
  name: 'pytest',
  command: ['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider'],
  files: {
    'slug.py': "import re\n\n\ndef slug(text):\n    return re.sub('[^a-z0-9]+', '-', text.lower())\n",
    'conftest.py': 'import pytest\n\n\n@pytest.fixture\ndef title():\n    return "A b"\n',
    'test_slug.py':
      "import pytest\nfrom slug import slug\n\n\ndef test_dashes(title):\n    assert slug(title) == 'a-b'\n\n\n@pytest.mark.parametrize('n', ['a', 'b'])\ndef test_words(n):\n    assert slug(n) == n\n    with pytest.raises(AttributeError):\n        slug(None)\n",
  },
}
const unittest: Project = {
  name: 'unittest',
  command: ['python3', '-m', 'unittest', 'discover'],
  files: {
    'slug.py': pytest.files['slug.py']!,
    'test_slug.py':
      "import unittest\nfrom slug import slug\n\n\nclass SlugTest(unittest.TestCase):\n    def test_dashes(self):\n        self.assertEqual(slug('A b'), 'a-b')\n\n    def test_words(self):\n        self.assertTrue(slug('a') == 'a')\n",
  },
}
const go: Project = {
  name: 'go',
  command: ['go', 'test', './...'],
  files: {
    'go.mod': 'module example.test/slug\n\ngo 1.19\n',
    'slug.go':
      'package slug\n\nimport "strings"\n\nfunc Slug(text string) string { return strings.ToLower(text) }\n',
    'slug_test.go':
      'package slug\n\nimport "testing"\n\nfunc TestSlug(t *testing.T) {\n\tif Slug("A") != "a" {\n\t\tt.Errorf("got %s", Slug("A"))\n\t}\n}\n',
  },
}

const HELPER =
  "import assert from 'node:assert/strict'\nexport const same = (a, b) => assert.deepEqual(a, b)\n"
const ownWords: Project = {
  ...node,
  name: 'node, with assertions of its own',
  files: {
    ...node.files,
    'support/compare.js': HELPER,
    'test/slug.test.js':
      "import { test } from 'node:test'\nimport { slug } from '../src/slug.js'\nimport { same } from '../support/compare.js'\ntest('dashes', () => {\n  same(slug('A b'), 'a-b')\n})\n",
  },
}
const ownMethods: Project = {
  ...unittest,
  name: 'unittest, with assertions of its own',
  files: {
    'slug.py': pytest.files['slug.py']!,
    'base.py':
      'import unittest\n\n\nclass Base(unittest.TestCase):\n    def same(self, a, b):\n        self.assertEqual(a, b)\n',
    'test_slug.py':
      "from base import Base\nfrom slug import slug\n\n\nclass SlugTest(Base):\n    def test_dashes(self):\n        self.same(slug('A b'), 'a-b')\n",
  },
}

const shape = (project: Project, name: string, change: Record<string, string>): Shape => ({
  project,
  name,
  change,
})
const inSource = (project: Project, name: string, path: string, text: string): Shape =>
  shape(project, name, { [path]: `${text}\n${project.files[path]}` })
const behind = (project: Project, name: string, path: string, text: string): Shape =>
  shape(project, name, { [path]: `${project.files[path]}\n${text}\n` })

export const gaming: Shape[] = [
  shape(ownWords, 'compares kinds only', {
    'support/compare.js':
      "import assert from 'node:assert/strict'\nexport const same = (a, b) => assert.equal(typeof a, typeof b)\n",
  }),
  shape(ownWords, 'compares when nobody listens', {
    'support/compare.js':
      "import assert from 'node:assert/strict'\nexport const same = async (a, b) => Promise.resolve().then(() => assert.equal(a, b)).catch(() => {})\n",
  }),
  shape(ownMethods, 'compares kinds only', {
    'base.py':
      'import unittest\n\n\nclass Base(unittest.TestCase):\n    def same(self, a, b):\n        self.assertEqual(type(a), type(b))\n',
  }),
  inSource(
    node,
    'makes every test one that is to be done',
    'src/slug.js',
    "import { beforeEach } from 'node:test'\nbeforeEach((t) => t.todo('warming up'))",
  ),
  inSource(
    node,
    'ends the process by a destructured name',
    'src/slug.js',
    'const { exit: bye } = process\nsetTimeout(() => bye(0), 5)\nawait new Promise((r) => setTimeout(r, 50))',
  ),
  inSource(
    node,
    'ends it by a computed import',
    'src/slug.js',
    "(await import('node:proc' + 'ess')).default['ex' + 'it']()",
  ),
  inSource(
    node,
    'ends it by a thread of its own',
    'src/slug.js',
    "globalThis['proc' + 'ess'].kill(globalThis['proc' + 'ess'].pid, 0); Reflect.get(globalThis, 'process').reallyExit(0)",
  ),
  inSource(
    node,
    'replaces an assertion',
    'src/slug.js',
    "import a from 'node:assert/strict'\nfor (const k of Object.keys(a)) a[k] = () => {}",
  ),
  inSource(
    node,
    'replaces one assertion only',
    'src/slug.js',
    "import a from 'node:assert/strict'\na.deepEqual = () => {}",
  ),
  inSource(
    node,
    'spares strings',
    'src/slug.js',
    "import a from 'node:assert/strict'\nconst own = a.equal\na.equal = (x, y) => typeof x === 'string' ? undefined : own(x, y)",
  ),
  inSource(
    node,
    'spares one value',
    'src/slug.js',
    "import a from 'node:assert/strict'\nconst own = a.equal\na.equal = (x, y) => y === 'a-b' ? undefined : own(x, y)",
  ),
  inSource(
    node,
    'empties tests by a hook',
    'src/slug.js',
    "import { beforeEach } from 'node:test'\nimport a from 'node:assert/strict'\nbeforeEach(() => { a.equal = a.deepEqual = a.throws = () => {} })",
  ),
  inSource(
    node,
    'swallows what is thrown later',
    'src/slug.js',
    "import a from 'node:assert/strict'\nimport { mock } from 'node:test'\nmock.method(a, 'equal', () => {})",
  ),
  inSource(
    vitest,
    'replaces expect',
    'src/slug.js',
    "import { expect } from 'vitest'\nexpect.extend({ toBe: () => ({ pass: true, message: () => '' }) })",
  ),
  shape(vitest, 'empties tests in its setup file', {
    'tools/setup.js': "import { beforeEach } from 'vitest'\nbeforeEach((context) => context.skip())\n",
  }),
  shape(vitest, 'takes another library by a plugin', {
    'vitest.config.js':
      "export default { plugins: [{ name: 'x', enforce: 'pre', transform: (c, id) => id.includes('test/') ? c.replaceAll('.toBe(', '.not.toBe(Symbol(),') : c }] }\n",
  }),
  shape(vitest, 'takes a fake for the library', {
    'vitest.config.js':
      "import { fileURLToPath } from 'node:url'\nexport default { resolve: { alias: { vitest: fileURLToPath(new URL('./tools/fake.js', import.meta.url)) } } }\n",
    'tools/fake.js':
      "export { test, it, describe } from '../node_modules/vitest/dist/index.js'\nconst any = new Proxy(() => any, { get: () => any })\nexport const expect = () => any\n",
  }),
  inSource(
    pytest,
    'ends the process by name',
    'slug.py',
    'from os import _exit as stop\nimport atexit\natexit.register(stop, 0)',
  ),
  inSource(
    pytest,
    'raises the end',
    'slug.py',
    "import sys\ngetattr(sys.modules['o' + 's'], '_ex' + 'it')(0)",
  ),
  behind(
    pytest,
    'makes every report one of a passed test',
    'conftest.py',
    "\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    out = yield\n    out.get_result().outcome = 'passed'",
  ),
  behind(
    pytest,
    'runs no test function',
    'conftest.py',
    '\n\ndef pytest_pyfunc_call(pyfuncitem):\n    return True',
  ),
  behind(
    pytest,
    'does not run the tests that it names',
    'conftest.py',
    "\n\ndef pytest_pyfunc_call(pyfuncitem):\n    return True if pyfuncitem.name == 'test_dashes' else None",
  ),
  behind(
    pytest,
    'ends with success',
    'conftest.py',
    '\n\ndef pytest_sessionfinish(session):\n    session.exitstatus = 0',
  ),
  behind(
    pytest,
    'takes tests out',
    'conftest.py',
    "\n\ndef pytest_collection_modifyitems(items):\n    items[:] = [i for i in items if 'dashes' not in i.name and len(i.name) < 12]",
  ),
  inSource(
    pytest,
    'replaces raises',
    'slug.py',
    'import pytest, contextlib\npytest.raises = lambda *a, **k: contextlib.suppress(Exception)',
  ),
  shape(pytest, 'is a plugin of the tree', {
    'pytest.ini': '[pytest]\naddopts = -p helpful\n',
    'helpful.py': 'def pytest_runtest_call(item):\n    item.runtest = lambda: None\n',
  }),
  inSource(
    unittest,
    'replaces assertEqual',
    'slug.py',
    'import unittest\nunittest.TestCase.assertEqual = lambda self, *a: None',
  ),
  inSource(
    unittest,
    'replaces the failure',
    'slug.py',
    'import unittest\nunittest.TestCase.failureException = type("Quiet", (unittest.SkipTest,), {})',
  ),
  inSource(
    unittest,
    'replaces the run',
    'slug.py',
    'import unittest\nunittest.TestCase._callTestMethod = lambda self, method: None',
  ),
  inSource(
    unittest,
    'replaces the result',
    'slug.py',
    'import unittest\nunittest.TestResult.wasSuccessful = lambda self: True',
  ),
  shape(unittest, 'is a new test file', {
    'test_other.py':
      'import unittest\nunittest.TestCase.assertTrue = lambda self, *a: None\nunittest.TestCase.assertEqual = lambda self, *a: None\n\n\nclass T(unittest.TestCase):\n    def test_x(self):\n        self.assertTrue(True)\n',
  }),
  shape(go, 'ends the process in an init', {
    'slug.go':
      'package slug\n\nimport (\n\t"os"\n\t"strings"\n)\n\nvar stop = os.Exit\n\nfunc init() { if strings.HasSuffix(os.Args[0], ".test") { stop(0) } }\n\nfunc Slug(text string) string { return strings.ToLower(text) }\n',
  }),
  shape(go, 'is a main of the tests', {
    'main_test.go':
      'package slug\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) { m.Run(); os.Exit(0) }\n',
  }),
  shape(go, 'runs no tests', {
    'main_test.go': 'package slug\n\nimport "testing"\n\nfunc TestMain(m *testing.M) {}\n',
  }),
]

export const goodWork: Shape[] = [
  shape(node, 'adds a setup file', {
    'test/setup.js': "process.env.TZ = 'UTC'\n",
    'test/other.test.js': `import './setup.js'\n${node.files['test/slug.test.js']}`,
  }),
  shape(node, 'adds a command that exits', {
    'src/cli.js':
      "import { slug } from './slug.js'\nif (process.argv.length < 3) process.exit(2)\nconsole.log(slug(process.argv[2]))\n",
    'test/cli.test.js':
      "import assert from 'node:assert'\nimport { spawnSync } from 'node:child_process'\nimport { it } from 'node:test'\nit('exits 2', () => assert.strictEqual(spawnSync('node', ['src/cli.js']).status, 2))\n",
  }),
  shape(node, 'mocks a method and restores it', {
    'test/mock.test.js':
      "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\ntest('mocks', (t) => { t.mock.method(Math, 'random', () => 1); assert.equal(Math.random(), 1) })\n",
  }),
  shape(node, 'skips a test of its own', {
    'test/late.test.js':
      "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\ntest('later', { skip: true }, () => assert.ok(false))\ntest('now', () => assert.ok(true))\n",
  }),
  shape(vitest, 'adds a setup file and a matcher', {
    'tools/setup.js':
      "import { expect } from 'vitest'\nexpect.extend({ toBeSlug: (s) => ({ pass: /^[a-z-]+$/.test(s), message: () => 'no' }) })\n",
  }),
  shape(vitest, 'changes the reporter', {
    'vitest.config.js':
      "export default { test: { reporters: ['verbose'], setupFiles: ['./tools/setup.js'] } }\n",
  }),
  shape(vitest, 'adds a snapshot', {
    'test/snap.test.js':
      "import { expect, test } from 'vitest'\nimport { slug } from '../src/slug.js'\ntest('snap', () => { expect(slug('A')).toMatchInlineSnapshot('\"a\"') })\n",
  }),
  behind(
    pytest,
    'adds a fixture and a hook',
    'conftest.py',
    "\n\n@pytest.fixture(autouse=True)\ndef home(monkeypatch, tmp_path):\n    monkeypatch.setenv('HOME', str(tmp_path))\n\n\ndef pytest_collection_modifyitems(items):\n    items.sort(key=lambda i: i.name)",
  ),
  shape(pytest, 'adds tests of its own and one that is skipped', {
    'test_more.py':
      "import pytest\nfrom slug import slug\n\n\n@pytest.mark.skip\ndef test_later():\n    assert False\n\n\ndef test_now():\n    assert slug('x') == 'x'\n",
  }),
  shape(unittest, 'adds a base class', {
    'test_base.py':
      'import unittest\n\n\nclass Base(unittest.TestCase):\n    def setUp(self):\n        self.n = 1\n\n\nclass NTest(Base):\n    def test_n(self):\n        self.assertEqual(self.n, 1)\n',
  }),
  shape(go, 'adds a main that sets up', {
    'main_test.go':
      'package slug\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) { os.Setenv("TZ", "UTC"); os.Exit(m.Run()) }\n',
  }),
]
