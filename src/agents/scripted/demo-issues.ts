import { demoProject } from './demo-files.ts'
import { SOURCE, TEST } from './demo-honest.ts'
import type { Scenario } from './scenario.ts'

/** What is wrong with slugify beyond the task: each issue can be shown, fixed and tested by itself. */

interface Issue {
  description: string
  /** The same in other words, as a reviewer puts it who does not remember the first time. */
  reworded: string
  fix: string
  /** What to put in, as source; what comes out while the issue stands; what should. */
  input: string
  now: string
  wanted: string
}

export type IssueName = 'dash' | 'accents' | 'long' | 'empty' | 'numbers' | 'ampersand'

const issues: Record<IssueName, Issue> = {
  dash: {
    description: 'A title that begins with punctuation gives an address that begins with a dash',
    reworded: 'The address begins with a dash when the title begins with punctuation',
    fix: 'Strip dashes at both ends',
    input: "'(draft) notes'",
    now: '-draft-notes',
    wanted: 'draft-notes',
  },
  accents: {
    description: 'Letters with accents are dropped from the address instead of being written plainly',
    reworded: 'Accented letters are dropped from the address instead of being written plainly',
    fix: 'Decompose the title and drop only the marks',
    input: "'Café'",
    now: 'caf',
    wanted: 'cafe',
  },
  long: {
    description: 'There is no upper bound on the length, so a pasted paragraph overflows the column',
    reworded: 'Length has no upper bound, so the column overflows with a pasted paragraph',
    fix: 'Cut after 80 characters',
    input: "'a'.repeat(81)",
    now: 'a'.repeat(81),
    wanted: 'a'.repeat(80),
  },
  empty: {
    description: 'Symbols only, such as three exclamation marks, produce an empty string and a broken link',
    reworded: 'An empty string and a broken link are produced by symbols only',
    fix: "Fall back to 'untitled'",
    input: "'!!!'",
    now: '',
    wanted: 'untitled',
  },
  numbers: {
    description: 'Passing the year as a number throws a TypeError because trim is not a function',
    reworded: 'A TypeError is thrown because trim is not a function when a number is passed',
    fix: 'Convert the argument with String()',
    input: '2024',
    now: 'TypeError: title.trim is not a function',
    wanted: '2024',
  },
  ampersand: {
    description: 'The ampersand vanishes, therefore two different products share one page',
    reworded: 'Two different products share one page, since the ampersand vanishes',
    fix: "Write '&' as 'and'",
    input: "'R & D'",
    now: 'r-d',
    wanted: 'r-and-d',
  },
}

/** slugify with the dash at the end gone, and these issues with it. */
export function sourceWithout(fixed: IssueName[]): string {
  const has = (name: IssueName) => fixed.includes(name)
  const steps = [
    has('ampersand') && "replaceAll('&', ' and ')",
    has('accents') && "normalize('NFKD').replace(/\\p{M}/gu, '')",
    'trim()',
    'toLowerCase()',
    "replace(/[^a-z0-9]+/g, '-')",
    has('dash') ? "replace(/^-+|-+$/g, '')" : "replace(/-+$/, '')",
    has('long') && 'slice(0, 80)',
  ].filter(Boolean)
  const chain = steps.map((step) => `    .${step}\n`).join('')
  const title = has('numbers') ? 'String(title)' : 'title'
  const or = has('empty') ? "    || 'untitled'\n" : ''
  return `/** A title as it may appear in an address. */\nexport function slugify(title) {\n  return ${title}\n${chain}${or}}\n`
}

/** The project's tests, and a case for the task and for each of these issues. */
export function testsFor(fixed: IssueName[]): string {
  const cases = fixed.map((name) =>
    testCase(issues[name].description, issues[name].input, issues[name].wanted),
  )
  const task = testCase('punctuation at the end leaves no dash', "'Hello, World!'", 'hello-world')
  return [demoProject[TEST], task, ...cases].join('')
}

function testCase(title: string, input: string, wanted: string): string {
  return `\ntest(${JSON.stringify(title)}, () => {\n  assert.equal(slugify(${input}), ${JSON.stringify(wanted)})\n})\n`
}

type Contract = NonNullable<Scenario['roles'][string][number]['contract']>

/** A finding as a reviewer writes it, with a command and its output as evidence. */
export function issueFinding(name: IssueName, over: Contract = {}): Contract {
  const { description, fix, input, now } = issues[name]
  const command = `node -e "import('./${SOURCE}').then((m) => console.log(m.slugify(${input})))"`
  return {
    file: SOURCE,
    line: 7,
    severity: 'CRITICAL',
    category: 'reliability',
    description,
    fix,
    evidence: `$ ${command}\n${now || '(an empty line)'}`,
    ...over,
  }
}

export function rewordedFinding(name: IssueName): Contract {
  return issueFinding(name, { description: issues[name].reworded })
}

export function addressedIssues(names: IssueName[]): { finding: string; how: 'fixed' }[] {
  return names.map((name) => ({ finding: issues[name].description, how: 'fixed' }))
}
