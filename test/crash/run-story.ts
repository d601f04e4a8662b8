import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoProject } from '../../src/agents/scripted/demo-project.ts'
import type { DemoScenario } from '../../src/agents/scripted/demo-scenario.ts'
import { parseScenario, type ReadScenario } from '../../src/agents/scripted/scenario.ts'
import { takeUp } from '../../src/cli/take-up.ts'
import { defaultConfig } from '../../src/config/load.ts'
import type { Config } from '../../src/config/schema.ts'
import type { EventData, WiggumEvent } from '../../src/core/events.ts'
import { workflows } from '../../src/policy/workflows.ts'
import { keepReport } from '../../src/runtime/keep-report.ts'
import type { OpenRun } from '../../src/runtime/open-context.ts'
import { reopenRun } from '../../src/runtime/reopen-run.ts'
import { driveRun, type RunEnd } from '../../src/runtime/run.ts'
import { createJournal } from '../../src/store/journal.ts'
import { ensureLayout, type Layout, layoutOf } from '../../src/store/layout.ts'
import { addCommit, type Commit } from './commits.ts'
import { type Disk, linesIn, readDisk, writeDisk } from './disk.ts'
import { copyOf, type Facts, TARGET } from './facts.ts'
import type { Life } from './life.ts'
import { memoryOutside } from './memory-outside.ts'

/** One run of a story: the real loop, the real perform, the real resume; only what is outside is in memory. */

export interface Story {
  name: string
  demo: Pick<DemoScenario, 'task' | 'scenario' | 'strategy' | 'workflow' | 'files' | 'meanwhile'>
  config?: Partial<Config>
  /** Of the run's first event. */
  start?: Partial<EventData['run.start']>
  /** The agents can go on with a conversation. */
  remembers?: boolean
  /** What a person answers, by the gate's kind. */
  answers?: Record<string, string>
  /** What earlier runs left, as the log has it right after the start. */
  earlier?: EventData['context.loaded']
  /** Before the run is first opened. */
  prepare?: (layout: Layout) => void
  /** What stands outside when the run begins. */
  outside?: (facts: Facts) => Partial<EventData['run.start']>
}

/** All that a kill leaves. */
export interface Left {
  disk: Disk
  facts: Facts
}

export interface Stage {
  story: Story
  root: string
  layout: Layout
  scenario: ReadScenario
  first: Left
  clear(): void
}

const RUN = 'run'

/** In memory where the machine has a place for that: files that are synced by the thousand wear a disk. */
function memoryFolder(): string {
  try {
    return mkdtempSync('/dev/shm/wiggum-crash-')
  } catch {
    return mkdtempSync(join(tmpdir(), 'wiggum-crash-'))
  }
}

export function stageOf(story: Story): Stage {
  const root = memoryFolder()
  const layout = layoutOf(root)
  const text = JSON.stringify(story.demo.scenario)
  const parsed = parseScenario(text, 'the story')
  if (!parsed.ok) throw new Error(parsed.message)
  const scenarioPath = join(root, 'scenario.json')
  writeFileSync(scenarioPath, text)
  const { facts, base } = beginning(story)
  ensureLayout(layout)
  const over = story.outside?.(facts) ?? {}
  const journal = createJournal(layout.log(RUN), RUN)
  const data = { ...runStart(story, { base, agent: `scripted:${scenarioPath}` }), ...over }
  journal.append({ type: 'run.start', data }, new Date().toISOString())
  if (story.earlier) journal.append({ type: 'context.loaded', data: story.earlier }, new Date().toISOString())
  journal.close()
  story.prepare?.(layout)
  const first = { disk: readDisk(layout.dir), facts }
  const clear = () => rmSync(root, { recursive: true, force: true })
  return { story, root, layout, scenario: parsed.scenario, first, clear }
}

function beginning({ demo }: Story): { facts: Facts; base: string } {
  const commits = new Map<string, Commit>()
  const tree = { ...demoProject, ...demo.files }
  const base = addCommit(commits, { tree, parents: [], message: 'The project' })
  const facts: Facts = {
    commits,
    vault: null,
    repo: new Set([base]),
    refs: new Map([[TARGET, base]]),
    moves: [],
    checkout: tree,
    mark: null,
    workspaces: new Map(),
    trees: new Map(),
    working: new Set(),
    seen: [],
  }
  return { facts, base }
}

function runStart(
  { demo, config, start }: Story,
  { base, agent }: { base: string; agent: string },
): EventData['run.start'] {
  const { task, strategy, workflow } = demo
  const choice = (chosen: string) => ({ chosen, alternatives: [], rationale: 'asked for' })
  const policy = {
    ...defaultConfig(),
    stagnation: { ...defaultConfig().stagnation, notifications: QUIET },
    ...config,
  }
  return {
    task,
    workflow,
    max_cycles: workflows[workflow]!.max_cycles,
    workflows,
    archetypes: [],
    detectors: [],
    choices: { workflow: choice(workflow), strategy: choice(strategy) },
    strategy,
    ...(strategy === 'loop' ? { loop: { max_passes: 5, suppressed: null, accept: false } } : {}),
    domain: 'code',
    adopts: null,
    files: [],
    base,
    target: 'main',
    branch: `wiggum/${RUN}`,
    policy,
    sources: [],
    agents: { default: agent },
    options: { merge: true, yes: false, allow: [], dry_run: false },
    verify: {
      setup: [],
      test: 'npm test',
      acceptance: [],
      required_files: [],
      timeout_minutes: 10,
      detected: 'npm test',
    },
    hooks: [],
    sandbox: { name: 'none', why: 'asked for' },
    wiggum_version: '0.0.0',
    ...start,
  }
}

const QUIET = { desktop: false, webhook: null, webhook_format: 'auto' as const }

export interface Lived {
  end: RunEnd
  left: Left
  /** What happened that never may. */
  wrongs: string[]
}

/** Goes on from what is left to the end, passing places where it could have died. */
export async function live(
  stage: Stage,
  left: Left,
  passes: (place: string, facts: Facts) => void = () => {},
): Promise<Lived> {
  const { layout, story, scenario, root } = stage
  writeDisk(layout.dir, left.disk)
  const facts = copyOf(left.facts)
  const wrongs: string[] = []
  const place = (name: string) => passes(name, facts)
  const repo = { root, gitDir: root, commonDir: root, objects: root, identity: { name: 'A', email: 'a@b' } }
  const life: Life = {
    repo,
    facts,
    scenario,
    meanwhile: story.demo.meanwhile,
    place: (name) => place(`world:${name}`),
    wrong: (problem) => wrongs.push(problem),
    log: logReader(layout.log(RUN)),
  }
  const run = await reopenRun({ repo, layout, webhook: async () => null }, RUN, {
    env: { WIGGUM_HOME: join(root, 'work') },
    listeners: [],
    outside: memoryOutside(life),
    failpoints: { hit: place },
  })
  const end = await drive(run, story, left !== stage.first)
  return { end, left: { disk: readDisk(layout.dir), facts }, wrongs }
}

/** A log only grows, so each line is read once. */
function logReader(path: string): () => WiggumEvent[] {
  const events: WiggumEvent[] = []
  let end = 0
  return () => {
    const bytes = readFileSync(path).subarray(end)
    const whole = bytes.subarray(0, bytes.lastIndexOf(10) + 1)
    end += whole.length
    events.push(...linesIn<WiggumEvent>(whole))
    return events
  }
}

/** A life takes some milliseconds; one that waits for ever is stopped, and stands otherwise than it should. */
const HANGS_MS = 20_000

/** As `wiggum resume` does it; a run's first life has nothing to resume. */
async function drive(run: OpenRun, story: Story, isResumed: boolean): Promise<RunEnd> {
  const { context } = run
  const guard = setTimeout(() => context.abort.abort('it does not end'), HANGS_MS)
  if (story.remembers) remember(run)
  try {
    const done = isResumed ? await takeUp(context) : null
    if (done) return { kind: 'ended', exitCode: done.exit_code }
    const { answers } = story
    const ask = async ({ kind }: { kind: string }) => ({ answer: answers?.[kind] ?? 'stop', text: null })
    const end = await driveRun(context, answers ? { ask } : {})
    keepReport(context)
    return end
  } finally {
    clearTimeout(guard)
    context.journal.close()
    run.release()
  }
}

/** The scripted agent forgets; its stand-in here goes on where the scenario says how. */
function remember({ context }: OpenRun): void {
  const { agentFor } = context
  context.agentFor = (name) => {
    const { agent, found } = agentFor(name)
    const launch: typeof agent.launch = (request, known) => {
      const program = agent.launch(request, known)
      return request.resumeSession === null ? program : { ...program, args: [...program.args, '--resume'] }
    }
    return { found, agent: { ...agent, launch, capabilities: { ...agent.capabilities, resume: true } } }
  }
}
