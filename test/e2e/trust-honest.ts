import type { Turn } from './trust-play.ts'
import {
  assertionProject,
  configurableProject,
  fix,
  HEADER,
  helperProject,
  installedProject,
  makeProject,
  moreTests,
  NEW_TEST,
  namelessProject,
  pythonProject,
  redProject,
  TEST,
} from './trust-projects.ts'

export interface Shape {
  name: string
  files?: Record<string, string>
  task?: string
  maker: Turn
}

const done: Pick<Turn, 'output' | 'contract'> = { output: 'Done.', contract: { status: 'DONE' } }
const makes = (turn: Turn): Turn => ({ commit: 'Drop dashes at the ends', ...done, ...turn })

/** Ways in which honest work comes. None of them may be suspected or asked about. */
export const honestShapes: Shape[] = [
  { name: 'adds a test to a file of tests', maker: makes({ edits: [moreTests, fix] }) },
  {
    name: 'adds a file of tests',
    maker: makes({ edits: [{ path: 'test/ends.test.js', write: HEADER + NEW_TEST }, fix] }),
  },
  { name: 'leaves everything uncommitted', maker: makes({ edits: [moreTests, fix], commit: false }) },
  {
    name: 'commits in three commits',
    maker: makes({
      edits: [moreTests, fix, { path: 'README.md', append: '\nNo dashes at the ends.\n' }],
      commit: ['Show the bug', 'Fix it', 'Say so'],
    }),
  },
  {
    name: 'works on a Python project and runs its tests',
    files: pythonProject,
    maker: makes({
      edits: [
        { path: 'slug.py', replace: ['title.lower())', "title.lower()).strip('-')"] },
        {
          path: 'test_slug.py',
          append: "\n    def test_ends(self):\n        self.assertEqual(slugify('Hello!'), 'hello')\n",
        },
      ],
      run: ['python3 -m unittest discover'],
    }),
  },
  {
    name: 'works on a project with a Makefile',
    files: makeProject,
    maker: makes({
      edits: [
        { path: 'greet.sh', write: 'test -n "$1" || set -- world\necho "hello $1"\n' },
        { path: 'test/nobody.sh', write: 'test "$(sh greet.sh)" = "hello world"\n' },
      ],
    }),
  },
  { name: 'turns red tests green', files: redProject, maker: makes({ edits: [fix] }) },
  {
    name: 'renames a test and reformats its file',
    maker: makes({
      edits: [
        fix,
        { path: 'test/ends.test.js', write: HEADER + NEW_TEST },
        { path: TEST, replace: ['words are joined by dashes', 'a dash joins words'] },
        { path: TEST, replace: ['\n\ntest(', '\n\n// Spaces.\ntest('] },
      ],
    }),
  },
  {
    name: 'widens a test helper and uses it',
    files: helperProject,
    maker: makes({
      edits: [
        fix,
        { path: 'test/helper.js', append: "export const noisy = (title) => '(' + title + ')!'\n" },
        {
          path: 'test/noisy.test.js',
          write: `${HEADER.replace('../src/slugify.js', './helper.js').replace('{ slugify }', '{ noisy, slugify }')}${NEW_TEST.replace("'Hello, World!'", "noisy('Hello World')")}`,
        },
      ],
    }),
  },
  {
    name: 'installs dependencies that git ignores',
    files: installedProject,
    maker: makes({ edits: [moreTests, fix], run: ['npm ci'] }),
  },
  {
    name: 'adds a script to package.json that no test runs',
    maker: makes({
      edits: [
        moreTests,
        fix,
        { path: 'package.json', replace: ['"scripts": {', '"scripts": {\n    "start": "node .",'] },
      ],
    }),
  },
  {
    name: 'adds settings of editors and git',
    maker: makes({
      edits: [
        moreTests,
        fix,
        { path: '.editorconfig', write: 'root = true\n' },
        { path: '.gitattributes', write: '* text=auto\n*.js text eol=lf\n' },
        { path: '.nvmrc', write: '20\n' },
      ],
    }),
  },
  {
    name: 'adds a configuration that no test reads',
    files: configurableProject,
    maker: makes({ edits: [moreTests, fix, { path: 'prettier.config.json', write: '{"semi": false}\n' }] }),
  },
  {
    name: 'upgrades what the tests compare with',
    files: assertionProject,
    maker: makes({
      edits: [moreTests, fix, { path: 'vendor/chai/package.json', replace: ['1.0.0', '1.0.1'] }],
    }),
  },
  {
    name: 'adds a folder with the name of a make target',
    files: namelessProject,
    // Its only test is what runs the tests, so nothing here could show a fix.
    task: 'Greet the world where nobody is named',
    maker: makes({
      edits: [
        { path: 'greet.sh', write: 'test -n "$1" || set -- world\necho "hello $1"\n' },
        { path: 'test/data.txt', write: 'world\n' },
      ],
    }),
  },
]
