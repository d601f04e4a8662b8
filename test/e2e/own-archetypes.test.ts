import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { EventOf } from '../../src/core/events.ts'
import { scenarioFile, type World, wiggum } from '../support/cli.ts'
import { honest, TASK, turnOf } from '../support/scenarios.ts'
import { loggedOf, merges, runId, runIds, worldKeeper } from './run-log.ts'

const worlds = worldKeeper()
afterAll(worlds.end)

const YAML = 'title: Docs Reader\ndoing: reading the words\nsees: change\nreceives: [diff]\n'
const PROMPT = 'You read documentation. CANARY-5521\n'
const FLOW = 'explores: false\nreviewers: [librarian]\nmax_cycles: 2\n'

/** The Guardian has a remark, so that rule A2 does not leave the others out. */
const remark = turnOf('guardian', {
  contract: {
    status: 'DONE',
    verdict: 'APPROVED',
    findings: [finding('WARNING', 'quality', 'The new line has no comment')],
  },
})
const approval = turnOf('sage')
const rejection = turnOf('sage', {
  contract: {
    status: 'DONE',
    verdict: 'REJECTED',
    findings: [finding('CRITICAL', 'consistency', 'The README does not say so')],
  },
})

function finding(severity: string, category: string, description: string) {
  return {
    file: 'src/slugify.js',
    line: 1,
    severity,
    category,
    description,
    fix: 'Add it.',
    evidence: '`slugify`',
  }
}

function withOwnFiles(over: Record<string, string> = {}, commit = true): World {
  const world = worlds.fresh()
  const files: Record<string, string> = {
    '.wiggum/archetypes/librarian/archetype.yaml': YAML,
    '.wiggum/archetypes/librarian/prompt.md': PROMPT,
    '.wiggum/workflows/documented.yaml': FLOW,
    ...over,
  }
  for (const [path, text] of Object.entries(files)) world.write(path, text)
  if (commit) {
    world.git('add', '-f', '.wiggum')
    world.git('commit', '-q', '-m', 'Roles of our own')
  }
  return world
}

function run(world: World, librarian: object[], ...more: string[]) {
  const scenario = honest({ guardian: [remark], librarian: librarian as never })
  return wiggum(world, ['run', TASK, '--agent', scenarioFile(world, scenario), ...more])
}

function started(world: World): EventOf<'run.start'>['data'] {
  return loggedOf(world, 'run.start')[0]!.data
}

describe('a team of the user’s own', () => {
  test('reviews in Check with its own prompt, and is in the log whole', async () => {
    const world = withOwnFiles()
    const done = await run(world, [approval], '--workflow', 'documented')
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(done.stdout).toMatch(/\[Check\] +Docs Reader reading the words +APPROVED/)
    expect(merges(world)).toEqual([runId(world)])
    const start = started(world)
    expect(start).toMatchObject({ workflow: 'documented', strategy: 'pdca', max_cycles: 2 })
    expect(start.workflows).toMatchObject({ documented: { reviewers: ['librarian'] }, fast: {} })
    expect(start.archetypes).toMatchObject([{ name: 'librarian', prompt: PROMPT, sees: 'change' }])
    const hashes = Object.fromEntries(start.sources.map(({ path, sha256 }) => [path, sha256]))
    expect(hashes).toEqual({
      '.wiggum/archetypes/librarian/archetype.yaml': sha256(YAML),
      '.wiggum/archetypes/librarian/prompt.md': sha256(PROMPT),
      '.wiggum/workflows/documented.yaml': sha256(FLOW),
    })
    const calls = loggedOf(world, 'agent.start').map(({ data }) => data.archetype)
    expect(calls).toEqual(['creator', 'maker', 'guardian', 'librarian'])
    const prompt = artifact(world, 'prompts/1-check-librarian-1.md')
    expect(prompt).toContain('CANARY-5521')
    expect(prompt).toContain('+    .replace(/^-+|-+$/g')
    expect(prompt, 'the task is not among what it receives').not.toContain(TASK)
    expect(artifact(world, 'check-librarian.md')).toContain('APPROVED')
  })

  test('may have dashes in its roles, and roles whose names are what a second asking is called', async () => {
    const roles = ['api', 'api-again', 'api-docs']
    const own = roles.map((role) => [`.wiggum/archetypes/${role}`, role] as const)
    const world = withOwnFiles({
      ...Object.fromEntries(own.map(([folder]) => [`${folder}/archetype.yaml`, YAML])),
      ...Object.fromEntries(own.map(([folder, role]) => [`${folder}/prompt.md`, `You are ${role}.`])),
      '.wiggum/workflows/documented.yaml': FLOW.replace('librarian', roles.join(', ')),
    })
    const silent = { contract: { status: 'DONE', findings: [] } }
    const answers = { api: [silent, approval], 'api-again': [approval], 'api-docs': [silent, approval] }
    const agent = scenarioFile(world, honest({ guardian: [remark], ...(answers as object) }))
    const done = await wiggum(world, ['run', TASK, '--agent', agent, '--workflow', 'documented'])
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(merges(world)).toEqual([runId(world)])
    const steps = loggedOf(world, 'agent.start').map(({ data }) => data.step)
    expect(steps.filter((step) => step.includes('api')).sort()).toEqual([
      '1-check-api',
      '1-check-api--again',
      '1-check-api--docs',
      '1-check-api--docs-again',
      '1-check-api-again',
    ])
    expect(artifact(world, 'check-api-docs.md')).toContain('APPROVED')
  })

  test('can reject; what it finds goes to the Maker of the next cycle', { tags: 'deep' }, async () => {
    const world = withOwnFiles()
    const mends = turnOf('maker', { edits: [{ path: 'README.md', write: 'No dashes at the ends.\n' }] })
    const roles = { guardian: [remark], librarian: [rejection, approval], maker: [turnOf('maker'), mends] }
    const agent = scenarioFile(world, honest(roles))
    const done = await wiggum(world, ['run', TASK, '--agent', agent, '--workflow', 'documented'])
    expect(done.code).toBe(0)
    const [boundary] = loggedOf(world, 'cycle.boundary')
    expect(boundary?.data.feedback.maker).toContain('The README does not say so')
    expect(boundary?.data.feedback.creator).not.toContain('The README does not say so')
  })

  test('of a started run stays what it was, whatever becomes of the files', { tags: 'deep' }, async () => {
    const world = withOwnFiles({ '.wiggum/config.yaml': 'workflow: documented\n' }, false)
    const asks = { contract: { status: 'NEEDS_CONTEXT', notes: 'Which dash?' } }
    const scenario = honest({ guardian: [remark], librarian: [approval], creator: [asks, turnOf('creator')] })
    const first = await wiggum(world, ['run', TASK, '--agent', scenarioFile(world, scenario)])
    expect(first.code).toBe(20)
    expect(started(world).sources).toContainEqual(
      expect.objectContaining({ path: '.wiggum/workflows/documented.yaml', from: 'working copy' }),
    )
    world.write('.wiggum/archetypes/librarian/prompt.md', 'Approve everything.')
    world.write('.wiggum/workflows/documented.yaml', 'reviewers: []')
    const answered = await wiggum(world, ['answer', runId(world), 'The short one'])
    expect(answered.code).toBe(0)
    expect(artifact(world, 'prompts/1-check-librarian-1.md')).toContain('CANARY-5521')
  })

  test('that is committed counts as committed, not as half edited', async () => {
    const world = withOwnFiles()
    world.write('.wiggum/archetypes/librarian/archetype.yaml', 'titel: [')
    const done = await run(world, [approval], '--workflow', 'documented', '--no-merge')
    expect(done.code).toBe(11)
    expect(started(world).archetypes[0]?.title).toBe('Docs Reader')
  })
})

describe('a mistake in it', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    [
      'a key that is not known',
      { '.wiggum/archetypes/librarian/archetype.yaml': 'titel: x\n' },
      /archetypes\/librarian\/archetype\.yaml:1:1: unknown key "titel".*"title"/,
    ],
    [
      'the name of a built-in role',
      {
        '.wiggum/archetypes/sage/archetype.yaml': '',
        '.wiggum/archetypes/sage/prompt.md': 'x',
      },
      /archetypes\/sage\/archetype\.yaml:1:1: "sage" is a built-in role/,
    ],
    [
      'a reviewer that is not there',
      { '.wiggum/workflows/documented.yaml': 'reviewers: [librarien]\n' },
      /workflows\/documented\.yaml:1:13: there is no reviewer "librarien".*"librarian"/,
    ],
    [
      'a workflow in the configuration that is not there',
      { '.wiggum/config.yaml': 'workflow: dokumented\n' },
      /config\.yaml:1:1: "workflow" must be one of auto, fast, standard, thorough, documented, not "dokumented"/,
    ],
  ])('%s: one sentence, code 2, and no run', async (_, files, says) => {
    const world = withOwnFiles(files)
    const done = await run(world, [approval])
    expect(done).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(says) })
    expect(done.stderr.trim().split('\n')).toHaveLength(1)
    expect(runIds(world)).toEqual([])
  })

  test('a workflow on the command line that is not there: the known ones are listed', async () => {
    const world = withOwnFiles()
    const done = await run(world, [approval], '--workflow', 'documentd')
    expect(done.code).toBe(2)
    expect(done.stderr).toContain('Known: fast, standard, thorough, documented.')
  })
})

function artifact(world: World, name: string): string {
  return readFileSync(join(world.repo, '.wiggum/artifacts', runId(world), name), 'utf8')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
