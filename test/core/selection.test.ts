import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseStrategy, chooseWorkflow } from '../../src/core/selection.ts'
import { thoroughWords } from '../../src/policy/selection-words.ts'
import { workflows } from '../../src/policy/workflows.ts'

type WorkflowInput = Parameters<typeof chooseWorkflow>[0]
type StrategyInput = Parameters<typeof chooseStrategy>[0]

function workflow(task: string, over: Partial<WorkflowInput> = {}) {
  return chooseWorkflow({ task, files: [], flag: null, configured: 'auto', ...over })
}

function strategy(task: string, over: Partial<StrategyInput> = {}) {
  return chooseStrategy({
    task,
    workflow: 'standard',
    files: [],
    flag: null,
    configured: 'auto',
    known: ['pdca', 'pipeline', 'loop'],
    ...over,
  })
}

const TWELVE = 'one two three four five six seven eight nine ten eleven twelve'

describe('The workflows', () => {
  it('are three, with their reviewers and cycles', () => {
    expect(workflows.fast).toMatchObject({ explores: false, reviewers: [], max_cycles: 1 })
    expect(workflows.standard).toMatchObject({
      explores: true,
      reviewers: ['skeptic', 'sage'],
      max_cycles: 2,
    })
    expect(workflows.thorough).toMatchObject({
      explores: true,
      reviewers: ['skeptic', 'sage', 'trickster'],
      max_cycles: 3,
    })
    expect(Object.entries(workflows).filter(([key, { name }]) => key !== name)).toEqual([])
  })
})

describe('The choice of a workflow', () => {
  it.each([
    ['security', 'Improve the security of uploads'],
    ['security', 'Close the vulnerabilities in the parser'],
    ['security', 'Stop SQL injection in the search'],
    ['authentication', 'Add auth to the API'],
    ['authentication', 'Rename a field in src/auth/session.ts'],
    ['authentication', 'Return early from `authToken()`'],
    ['authentication', 'feat(auth): remember me'],
    ['authentication', 'Support OAuth2'],
    ['authentication', 'Require 2FA'],
    ['authentication', 'Show unauthenticated visitors a hint'],
    ['authentication', 'Build a sign-in page'],
    ['authentication', 'Let users log in with a code'],
    ['authentication', 'LOGIN is slow'],
    ['authentication', 'Reset passwords by mail'],
    ['cryptography', 'Encrypt backups'],
    ['cryptography', 'Use a cryptographic hash'],
    ['cryptography', 'Rotate the private key'],
    ['payments', 'Retry failed payments'],
    ['payments', 'Refunded orders are listed twice'],
    ['payments', 'Store the credit-card type'],
    ['migrations', 'Write the migration for users'],
    ['migrations', 'Migrate to Postgres'],
    ['breaking changes', 'Drop v1, a breaking change'],
    ['breaking changes', 'Rename the flag (backwards-incompatible)'],
    ['a public API', 'Add a method to the public API'],
    ['a public API', 'Document the public REST API'],
    ['a public API', 'Trim the publicAPI object'],
  ])('workflow: thorough words, %s: %s', (topic, task) => {
    const choice = workflow(task)
    expect(choice.chosen).toBe('thorough')
    expect(choice.rationale).toContain(`the task names ${topic} ("`)
  })

  it.each([
    'Show the author of a post',
    'Ask the authority',
    'An authentic look',
    'Improve the authoring guide',
    'Visit the public apiary',
    'The repo is public. API docs come later',
    'Make the page public, API later',
    'Use a private API',
    'Write the log in JSON',
    'Errors are logged in production',
    'Turn the payload into text',
    'Pay attention to spaces',
    'Count immigration forms',
    'Explain the cryptic message',
    'Insert a non-breaking space',
    'A non-breaking change of wording',
    'Break the line after commas',
    'Keep the tests from breaking',
    'Securities are listed twice',
    'Run git checkout in a hash map',
    'Exploit all cores',
    'Print the token count',
  ])('workflow: thorough words, near miss: %s', (task) => {
    expect(workflow(task).chosen).toBe('fast')
  })

  it('finds each of its words alone, and none with a letter more', () => {
    for (const word of Object.values(thoroughWords).flat()) {
      expect([word, workflow(`Now ${word}.`).chosen]).toEqual([word, 'thorough'])
      expect([word, workflow(`x${word}`.replaceAll(' ', 'x')).chosen]).toEqual([word, 'fast'])
    }
  })

  it('workflow: fast for a short task, and not for one word more', () => {
    expect(workflow(TWELVE)).toMatchObject({ chosen: 'fast', alternatives: ['standard', 'thorough'] })
    expect(workflow(`${TWELVE} thirteen`)).toMatchObject({
      chosen: 'standard',
      rationale: 'the task has more than 12 words',
    })
  })

  it('workflow: fast with one file, and not with two', () => {
    expect(workflow('Tidy up', { files: ['a.ts'] }).chosen).toBe('fast')
    expect(workflow('Tidy up', { files: ['a.ts', 'b.ts'] })).toMatchObject({
      chosen: 'standard',
      rationale: 'the task names 2 files',
    })
  })

  it.each([
    ['Tidy up src/a.ts', [], 'fast'],
    ['Tidy up src/a.ts and lib/b.py.', [], 'standard'],
    ['Tidy up a.ts', ['src/a.ts'], 'fast'],
    ['Tidy up ./src/a.ts', ['src/a.ts'], 'fast'],
    ['Tidy up b.ts', ['src/a.ts'], 'standard'],
    ['Tidy up Makefile and Dockerfile', [], 'standard'],
    ['Say Node.js and Vue.js, at 9 a.m. and 3 p.m., e.g. here', [], 'fast'],
    ['See https://a.example/x.html and https://a.example/y.html', [], 'fast'],
    ['Go from 1.2 to 1.3 and from v2.x to v3.x', [], 'fast'],
  ])('counts the files that %j names', (task, files, chosen) => {
    expect(workflow(task, { files }).chosen).toBe(chosen)
  })

  it('workflow: a flag beats the configuration, and both beat any word', () => {
    const task = 'Improve the security of uploads'
    expect(workflow(task, { flag: 'fast', configured: 'standard' })).toEqual({
      chosen: 'fast',
      alternatives: ['standard', 'thorough'],
      rationale: 'asked for with --workflow',
    })
    expect(workflow(task, { configured: 'standard' })).toMatchObject({
      chosen: 'standard',
      rationale: 'set in the configuration',
    })
    expect(workflow(task, { flag: 'auto', configured: 'standard' }).chosen).toBe('thorough')
  })
})

describe('The choice of a strategy', () => {
  it.each([
    ['fix', 'Fix the date parser'],
    ['fixes', 'A change that fixes dates'],
    ['fixed', 'Get the dates fixed!'],
    ['fixing', 'Fixing dates'],
    ['fix', 'fix(parser): empty input'],
    ['fix', 'fix: empty input'],
    ['fix', 'Fix/improve the parser'],
    ['bug', 'There is a bug in dates'],
    ['bugs', 'Two bugs'],
    ['buggy', 'The buggy parser'],
    ['bugfix', 'BugFix for dates'],
    ['bugfixes', 'More bugfixes'],
    ['fix', 'A bug-fix for dates'],
    ['hotfix', 'HOTFIX dates'],
    ['fix', 'hot-fix the dates'],
    ['patch', 'Patch the parser'],
    ['patched', 'Have it patched'],
    ['patches', 'Apply the patches'],
  ])('strategy: fix words, %s: %s', (word, task) => {
    expect(strategy(task)).toEqual({
      chosen: 'pipeline',
      alternatives: ['pdca', 'loop'],
      rationale: `the task says "${word}"`,
    })
  })

  it.each([
    'Add a prefix',
    'Strip the suffix',
    'Dispatch the event',
    'Add a fixture',
    'Start the debugger',
    'Debug output for dates',
    'Affix a label',
    'Crucifix',
    'A patchwork quilt',
    'Ladybug drawings',
    'Rename `fix` to `repair`',
    'Rename fix() to repair()',
    'Call applyFix and bug_count earlier',
    'Move src/fix to src/mend',
    'Move lib/patch/apply.ts elsewhere',
    'Delete bug.ts',
    'Support PATCH /users',
    'Add a PATCH endpoint',
    'Handle HTTP PATCH',
    'Write fixed-width columns',
    'Raise the patch version',
  ])('strategy: fix words, near miss: %s', (task) => {
    expect(strategy(task)).toMatchObject({
      chosen: 'pdca',
      rationale: 'nothing in the task asks for another',
    })
  })

  it.each([
    ['refactor', 'Refactor dates'],
    ['refactoring', 'A refactoring of dates'],
    ['redesign', 'Redesign the page'],
    ['redesigned', 'A redesigned page'],
    ['review', 'Review the parser'],
    ['reviewing', 'Needs reviewing'],
  ])('strategy: design words, %s: %s', (word, task) => {
    expect(strategy(task, { workflow: 'fast', files: ['a.ts'] })).toMatchObject({
      chosen: 'pdca',
      rationale: `the task says "${word}"`,
    })
  })

  it.each(['Preview the page', 'Design a page', 'Add a factory', 'Ask the reviewer', 'Rename `refactor()`'])(
    'strategy: design words, near miss: %s',
    (task) => {
      expect(strategy(task, { workflow: 'fast', files: ['a.ts'] }).rationale).toBe(
        'a fast workflow on a single file',
      )
    },
  )

  it('strategy: fix comes before refactor, wherever they stand', () => {
    expect(strategy('Refactor the parser to fix dates').chosen).toBe('pipeline')
    expect(strategy('Fix dates and refactor', { workflow: 'thorough' }).chosen).toBe('pipeline')
  })

  it('strategy: fast with a single file is a pipeline; with none or two it is not', () => {
    const fast = (files: string[]) => strategy('Tidy up', { workflow: 'fast', files }).chosen
    expect(fast(['a.ts'])).toBe('pipeline')
    expect(fast([])).toBe('pdca')
    expect(fast(['a.ts', 'b.ts'])).toBe('pdca')
    expect(strategy('Tidy up a.ts', { workflow: 'fast' }).chosen).toBe('pipeline')
    expect(strategy('Tidy up', { workflow: 'standard', files: ['a.ts'] }).chosen).toBe('pdca')
  })

  it('strategy: thorough is pdca', () => {
    expect(strategy('Tidy up', { workflow: 'thorough', files: ['a.ts'] })).toMatchObject({
      chosen: 'pdca',
      rationale: 'a thorough workflow',
    })
  })

  it('strategy: a flag beats the configuration, and both beat any word', () => {
    expect(strategy('Fix dates', { flag: 'loop', configured: 'pdca' })).toEqual({
      chosen: 'loop',
      alternatives: ['pdca', 'pipeline'],
      rationale: 'asked for with --strategy',
    })
    expect(strategy('Fix dates', { configured: 'pdca' }).chosen).toBe('pdca')
    expect(strategy('Fix dates', { flag: 'auto', configured: 'pdca' }).chosen).toBe('pipeline')
  })

  it('detects only what there is', () => {
    expect(strategy('Fix dates', { known: ['pdca'] }).chosen).toBe('pdca')
    expect(strategy('Refactor dates', { known: ['pipeline'] })).toMatchObject({
      chosen: 'pipeline',
      alternatives: [],
    })
  })

  it('is made for any text, and never is one of its own alternatives', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string()), (task, files) => {
        const how = workflow(task, { files })
        expect(Object.keys(workflows)).toContain(how.chosen)
        expect(how.alternatives).toHaveLength(2)
        const what = strategy(task, { files, workflow: how.chosen })
        expect(['pdca', 'pipeline']).toContain(what.chosen)
        expect(what.alternatives).not.toContain(what.chosen)
      }),
    )
  })
})

describe('A workflow of the user’s own', () => {
  it('is pdca even for a fix, unless a strategy was asked for; a workflow that is not their own is not', () => {
    const own = ['mine']
    expect(strategy('Fix it', { workflow: 'mine', own })).toMatchObject({
      chosen: 'pdca',
      rationale: 'a workflow of your own',
    })
    expect(strategy('Fix it', { workflow: 'mine', own, flag: 'pipeline' }).chosen).toBe('pipeline')
    expect(strategy('Fix it', { workflow: 'standard', own }).chosen).toBe('pipeline')
  })

  it('is among the alternatives of every other', () => {
    const { alternatives } = workflow('Fix it', { own: ['mine'] })
    expect(alternatives).toEqual(['standard', 'thorough', 'mine'])
  })
})
