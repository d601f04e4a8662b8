import { sectionLines, tidy, wholeFile } from '../sections.ts'
import type { TreeReader } from '../tree-reader.ts'
import { hookText } from './conftest.ts'
import { baseName, type Ecosystem, type Found } from './ecosystem.ts'

const pytestSection = { header: /^\[+tool\.pytest\b/, line: /^(?:tool\.)?pytest\b[\w.\s]*=/ }

/** A file of these names at the root is imported instead of the real runner, or before it. */
const shadow = /^(?:(?:pytest|unittest|_pytest|sitecustomize|usercustomize)(?:\.py|\/.*)|[^/]*\.pth)$/

export const python: Ecosystem = {
  id: 'python',
  detect,
  testFile: (path) => /^(?:test_.*|.*_tests?|tests?|conftest)\.py$/.test(baseName(path)),
  configFiles: [
    {
      files: /(?:^|\/)(?:\.?pytest\.ini|\.?pytest\.toml|tox\.ini)$/,
      what: "pytest's configuration",
      part: (text, { path }) => wholeFile(text, path),
    },
    {
      files: /(?:^|\/)setup\.cfg$/,
      what: "pytest's section of setup.cfg",
      part: (text) => sectionLines(text, { header: /^\[tool:pytest\]/ }),
    },
    {
      files: /(?:^|\/)pyproject\.toml$/,
      what: "pytest's section of pyproject.toml",
      part: (text) => sectionLines(text, pytestSection),
    },
    { files: /(?:^|\/)conftest\.py$/, what: "pytest's hooks", part: (text) => hookText(text) },
    {
      files: shadow,
      what: 'a module that is loaded in place of the test runner or before it',
      part: (text) => tidy(text),
      isMore: true,
    },
  ],
}

/**
 * Setup only where a lockfile names a tool that keeps its own environment; then the tests run inside it. For a bare
 * requirements.txt there is none: making a virtual environment, or installing into the user's, is not ours to choose.
 */
async function detect(tree: TreeReader): Promise<Found | null> {
  const [first] = tree
    .paths()
    .filter((path) => /^(?:tests?\/(?:.*\/)?)?(?:test_[^/]*|[^/]*_test)\.py$/.test(path))
  const configured = await hasPytestConfig(tree)
  const { setup, prefix } = environment(tree)
  if (!first && !configured) {
    return setup.length > 0
      ? { setup, test: null, why: 'the Python project has no tests that pytest or unittest find' }
      : null
  }
  if (configured || !(await usesUnittestOnly(tree, first ?? ''))) {
    const test = `${prefix} -m pytest -q`
    return { setup, test, why: `${test}, because of ${configured || first}` }
  }
  const test = `${prefix} -m unittest discover${unittestFolder(tree, first ?? '')}`
  return { setup, test, why: `${test}, because ${first} uses unittest and nothing mentions pytest` }
}

function environment(tree: TreeReader): { setup: string[]; prefix: string } {
  if (tree.has('uv.lock')) return { setup: ['uv sync'], prefix: 'uv run python' }
  if (tree.has('poetry.lock')) return { setup: ['poetry install'], prefix: 'poetry run python' }
  return { setup: [], prefix: 'python3' }
}

/** The file that configures pytest, or ''. */
async function hasPytestConfig(tree: TreeReader): Promise<string> {
  for (const path of ['pytest.ini', 'pytest.toml', 'conftest.py', 'tests/conftest.py'])
    if (tree.has(path)) return path
  const sections = [
    ['pyproject.toml', /^[ \t]*\[[ \t]*tool[ \t]*\.[ \t]*pytest\b/m],
    ['setup.cfg', /^\[tool:pytest\]/m],
    ['tox.ini', /^\[pytest\]/m],
  ] as const
  for (const [path, header] of sections) if (header.test((await tree.read(path)) ?? '')) return path
  return ''
}

async function usesUnittestOnly(tree: TreeReader, firstTest: string): Promise<boolean> {
  const places = [
    'pyproject.toml',
    'setup.py',
    'setup.cfg',
    ...tree.paths().filter((p) => /^[^/]*requirements[^/]*\.txt$/.test(p)),
  ]
  for (const path of places) if (/\bpytest\b/.test((await tree.read(path)) ?? '')) return false
  const text = (await tree.read(firstTest)) ?? ''
  return /^[ \t]*(?:import|from)[ \t]+unittest\b/m.test(text) && !/\bpytest\b/.test(text)
}

/** `discover` looks into packages only; a folder of plain files must be named. */
function unittestFolder(tree: TreeReader, firstTest: string): string {
  const folder = firstTest.split('/')[0] ?? ''
  return firstTest.includes('/') && !tree.has(`${folder}/__init__.py`) ? ` -s ${folder}` : ''
}
