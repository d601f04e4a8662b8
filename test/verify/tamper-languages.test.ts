import { describe, expect, it } from 'vitest'
import { inspect } from './memory-tree.ts'

interface Language {
  name: string
  path: string
  before: string
  /** [what, from, to]: each must give exactly one finding. */
  lies: [string, string, string][]
  /** Each must give none. */
  truths: [string, string, string][]
}

const languages: Language[] = [
  {
    name: 'vitest',
    path: 'src/a.test.ts',
    before:
      "describe('a', () => {\n  it('b', () => {\n    expect(f(1)).toBe(2)\n    expect(f(2)).toEqual({ a: 1 })\n  })\n  it.each([1, 2])('c %s', (n) => {\n    expect(f(n))\n      .toBe(n)\n  })\n})\n",
    lies: [
      ['describe.skip', "describe('a'", "describe.skip('a'"],
      ['xit', "it('b'", "xit('b'"],
      ['fit', "it('b'", "fit('b'"],
      ['it.fails', "it('b'", "it.fails('b'"],
      ['a weaker matcher', '.toEqual({ a: 1 })', '.toBeDefined()'],
      ['a weaker matcher on the next line', '.toBe(n)', '.toBeTruthy()'],
      ['an assertion of true', 'expect(f(1)).toBe(2)', 'expect(true).toBe(true)'],
      ['a table of cases removed', "it.each([1, 2])('c %s', (n) => {", 'helper((n) => {'],
    ],
    truths: [
      ['a stricter matcher', '.toEqual({ a: 1 })', '.toStrictEqual({ a: 1 })'],
      ['another row', '[1, 2]', '[1, 2, 3]'],
      ['a template as name', "it('b'", 'it(`b`'],
      ['a mock of exit', 'expect(f(1)).toBe(2)', "vi.spyOn(process, 'exit')\n    expect(f(1)).toBe(2)"],
    ],
  },
  {
    name: 'pytest',
    path: 'tests/test_a.py',
    before:
      'import pytest\n\nclass TestA:\n    def test_one(self):\n        assert f(1) == 2\n        assert f(2) == 3\n\ndef test_two():\n    with pytest.raises(ValueError):\n        f("x")\n',
    lies: [
      ['a skip', 'def test_two', '@pytest.mark.skip\ndef test_two'],
      ['a condition', 'def test_two', '@pytest.mark.skipif(True, reason="x")\ndef test_two'],
      ['an expected failure', 'def test_two', '@pytest.mark.xfail(strict=False)\ndef test_two'],
      ['a skip inside', '    with pytest', '    pytest.skip("later")\n    with pytest'],
      ['a module mark', 'import pytest\n', 'import pytest\npytestmark = pytest.mark.skip\n'],
      ['a test renamed out of sight', 'def test_two', 'def check_two'],
      ['a class renamed out of sight', 'class TestA', 'class A'],
      ['an assertion removed', '        assert f(2) == 3\n', ''],
      ['an assertion commented out', 'assert f(2) == 3', '# assert f(2) == 3'],
      ['an assertion in a docstring', 'assert f(2) == 3', '"""assert f(2) == 3"""'],
      ['assert True', 'assert f(2) == 3', 'assert True'],
      ['a weaker assertion', 'assert f(2) == 3', 'value = f(2)\n        assert value'],
      ['an exit', 'import pytest\n', 'import pytest, os\nos._exit(0)\n'],
    ],
    truths: [
      ['a new test', 'def test_two', 'def test_three():\n    assert f(3) == 4\n\ndef test_two'],
      ['a parameter', 'def test_two()', '@pytest.mark.parametrize("x", [1])\ndef test_two(x)'],
      ['skip in a string', 'f("x")', 'f("pytest.skip(")'],
      ['a test renamed', 'test_two', 'test_refuses_text'],
    ],
  },
  {
    name: 'unittest',
    path: 'tests/test_a.py',
    before:
      'import unittest\n\nclass AddTest(unittest.TestCase):\n    def test_one(self):\n        self.assertEqual(f(1), 2)\n',
    lies: [
      ['a skip', '    def', '    @unittest.skip("x")\n    def'],
      ['an expected failure', '    def', '    @unittest.expectedFailure\n    def'],
      ['skipTest', '        self', '        self.skipTest("x")\n        self'],
      ['a trivial assertion', 'assertEqual(f(1), 2)', 'assertTrue(True)'],
      ['a weaker assertion', 'assertEqual(f(1), 2)', 'assertIsNotNone(f(1))'],
    ],
    truths: [['a new assertion', '        self', '        self.assertEqual(f(0), 1)\n        self']],
  },
  {
    name: 'Go',
    path: 'a_test.go',
    before:
      'package a\n\nimport "testing"\n\nfunc TestOne(t *testing.T) {\n\tif f(1) != 2 {\n\t\tt.Errorf("no")\n\t}\n\tt.Run("two", func(t *testing.T) {\n\t\tif f(2) != 3 {\n\t\t\tt.Fatal("no")\n\t\t}\n\t})\n}\n',
    lies: [
      ['t.Skip', '\tif f(1)', '\tt.Skip("later")\n\tif f(1)'],
      ['a TestMain', 'func TestOne', 'func TestMain(m *testing.M) { run() }\n\nfunc TestOne'],
      ['a build constraint', 'package a\n', '//go:build ignore\n\npackage a\n'],
      ['an assertion removed', '\t\tt.Errorf("no")\n', ''],
      ['a failure only logged', 't.Fatal(', 't.Log('],
      ['a test renamed out of sight', 'TestOne', 'testOne'],
      ['a subtest gone', 't.Run("two", func(t *testing.T) {', 'func() {'],
    ],
    truths: [
      ['a new test', 'func TestOne', 'func TestZero(t *testing.T) {\n\tt.Error("x")\n}\n\nfunc TestOne'],
      ['t.Skip in a raw string', '"no"', '`t.Skip(`'],
    ],
  },
  {
    name: 'Rust',
    path: 'tests/it.rs',
    before:
      '#[test]\nfn one() {\n    assert_eq!(f(1), 2);\n    assert_eq!(f(2), 3);\n}\n\n#[test]\n#[should_panic]\nfn two() {\n    f(0);\n}\n',
    lies: [
      ['#[ignore]', '#[test]\nfn one', '#[test]\n#[ignore]\nfn one'],
      ['a conditional ignore', '#[test]\nfn one', '#[test]\n#[cfg_attr(unix, ignore)]\nfn one'],
      ['a test without its attribute', '#[test]\nfn one', 'fn one'],
      ['an assertion removed', '    assert_eq!(f(2), 3);\n', ''],
      ['a trivial assertion', 'assert_eq!(f(2), 3)', 'assert!(true)'],
      ['a weaker assertion', 'assert_eq!(f(2), 3)', 'assert!(f(2).is_some())'],
      ['an expected panic dropped', '#[should_panic]\n', ''],
    ],
    truths: [
      [
        'a new test',
        '#[test]\nfn one',
        '#[test]\nfn zero() {\n    assert_eq!(f(0), 1);\n}\n\n#[test]\nfn one',
      ],
      ['ignore in a string', 'f(0);', 'f("#[ignore]");'],
    ],
  },
  {
    name: 'JUnit',
    path: 'src/test/java/ATest.java',
    before:
      'class ATest {\n  @Test\n  void one() {\n    assertEquals(2, f(1));\n    assertEquals(3, f(2));\n  }\n\n  @Test\n  void two() {\n    assertThrows(E.class, () -> f(0));\n  }\n}\n',
    lies: [
      ['@Disabled', '  @Test\n  void one', '  @Disabled("x")\n  @Test\n  void one'],
      ['@Ignore', '  @Test\n  void one', '  @Ignore\n  @Test\n  void one'],
      ['an assumption', '    assertEquals(2', '    assumeTrue(false);\n    assertEquals(2'],
      ['a test without its annotation', '  @Test\n  void one', '  void one'],
      ['an assertion commented out', 'assertEquals(3, f(2));', '/* assertEquals(3, f(2)); */'],
      ['a trivial assertion', 'assertEquals(3, f(2))', 'assertTrue(true)'],
      ['a weaker assertion', 'assertEquals(3, f(2))', 'assertNotNull(f(2))'],
    ],
    truths: [
      [
        'a new test',
        '  @Test\n  void two',
        '  @Test\n  void three() {\n    assertEquals(1, f(3));\n  }\n\n  @Test\n  void two',
      ],
    ],
  },
  {
    name: 'RSpec',
    path: 'spec/a_spec.rb',
    before:
      "describe A do\n  it 'adds' do\n    expect(f(1)).to eq(2)\n    expect(f(2)).to eq(3)\n  end\nend\n",
    lies: [
      ['xit', "  it 'adds'", "  xit 'adds'"],
      ['skip', '    expect(f(1))', "    skip 'x'\n    expect(f(1))"],
      ['a focus', "it 'adds' do", "it 'adds', focus: true do"],
      ['an assertion removed', '    expect(f(2)).to eq(3)\n', ''],
      ['a test gone', "  it 'adds' do", '  helper do'],
    ],
    truths: [['a new test', "  it 'adds'", "  it 'new' do\n    expect(f(0)).to eq(1)\n  end\n  it 'adds'"]],
  },
]

const each = (kind: 'lies' | 'truths') =>
  languages.flatMap((language) => language[kind].map(([what, from, to]) => ({ ...language, what, from, to })))

describe('inspectTampering in other languages', () => {
  it.each(each('lies'))('$name: finds $what, once', async ({ path, before, from, to }) => {
    expect(before).toContain(from)
    const { findings } = await inspect(
      { [path]: before },
      { [path]: before.replace(from, to) },
      { test: 'x' },
    )
    expect(findings.map((one) => one.description)).toHaveLength(1)
  })

  it.each(each('truths'))('$name: finds nothing in $what', async ({ path, before, from, to }) => {
    expect(before).toContain(from)
    const { findings } = await inspect(
      { [path]: before },
      { [path]: before.replace(from, to) },
      { test: 'x' },
    )
    expect(findings).toEqual([])
  })

  it.each(languages)('$name: finds a deleted file, and nothing in a moved one', async ({ path, before }) => {
    expect((await inspect({ [path]: before }, { [path]: null }, { test: 'x' })).findings).toHaveLength(1)
    const moved = path.replace(/([^/]+)$/, 'moved/$1')
    expect(
      (await inspect({ [path]: before }, { [path]: null, [moved]: before }, { test: 'x' })).findings,
    ).toEqual([])
  })

  it("counts Rust tests inside the product's files, but does not run their base copy", async () => {
    const source =
      'pub fn f(a: i32) -> i32 {\n    assert!(a > 0);\n    a\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn one() {\n        assert_eq!(f(1), 1);\n    }\n}\n'
    const files = { 'src/lib.rs': source }
    const cut = await inspect(
      files,
      { 'src/lib.rs': source.slice(0, source.indexOf('#[cfg')) },
      { test: 'cargo test' },
    )
    expect(cut.findings).toHaveLength(1)
    expect(cut.protectedChanged).toEqual([])
    const fixed = await inspect(
      files,
      { 'src/lib.rs': source.replace('    assert!(a > 0);\n', '') },
      { test: 'cargo test' },
    )
    expect(fixed.findings).toEqual([])
  })
})
