import { randomBytes } from 'node:crypto'
import { bluntCanaries } from '../../core/canaries.ts'
import type { Canaries, CheckResult } from '../../core/events.ts'
import { evidenceTime } from '../../core/evidence-budget.ts'
import { readArtifact } from '../../store/artifacts.ts'
import { type Plant, SEED_BYTES, type Seed, seedOf } from '../../verify/canary/canary.ts'
import { withoutCheckers } from '../../verify/canary/command.ts'
import { isNeedless } from '../../verify/canary/needless.ts'
import { outcomeOf } from '../../verify/canary/outcome.ts'
import { planCanaries } from '../../verify/canary/plan.ts'
import { parseManifest } from '../../verify/package-json.ts'
import type { CheckRunner } from '../../verify/run-checks.ts'
import { effect, type RunContext } from '../context.ts'
import { checkRunner } from './check-runner.ts'
import { readTree } from './trees.ts'
import type { Verify, VerifyResult } from './verify.ts'

/** The same place as for the merged tree: where it stands tells a test nothing. */
const TREE = 'verify-merged'

/** Tests that must fail, in a tree of their own: on the merged tree, and on the base where one of them did not fail. */
export async function runCanaries(context: RunContext, wish: Verify): Promise<VerifyResult> {
  const { commit, kind } = wish
  if (kind === 'canary' && (await isLeftOut(context, commit)))
    return { green: true, ran: false, reason: 'only documents were changed', checks: [] }
  const { checks, canaries, problem } = await plantAndRun(context, commit, kind)
  if (problem !== null) return { green: false, ran: false, reason: problem, checks, canaries }
  const dull = canaries.dull.length
  const green = canaries.planted > 0 && dull === 0 && canaries.exit_red
  const reason = green ? `${canaries.planted} tests that must fail did` : reasonOf(canaries)
  return { green, ran: canaries.planted > 0, reason, checks, canaries }
}

function reasonOf({ planted, dull, exit_red }: Canaries): string {
  if (planted === 0) return 'no test file of a known kind'
  if (!exit_red) return 'green, although tests in it must fail'
  const missing = dull.reduce((sum, { what }) => sum + what.length, 0)
  return `of ${planted} tests that must fail, ${missing} were not told of as failed`
}

async function isLeftOut(context: RunContext, commit: string): Promise<boolean> {
  if (context.config.verify.canary === 'always') return false
  return isNeedless(await readTree(context, commit), changedFiles(context))
}

interface Ran {
  checks: CheckResult[]
  canaries: Canaries
  /** All that the commands said, from their beginning. */
  output: string
  /** Why it says nothing. */
  problem: string | null
}

async function plantAndRun(context: RunContext, commit: string, name: string): Promise<Ran> {
  const { outside, vault } = context
  const seed = seedOf(randomBytes(SEED_BYTES))
  const tree = await readTree(context, commit)
  const plants = await planCanaries(tree, seed, changedFiles(context))
  const nothing: Canaries = { planted: 0, red: [], dull: [], exit_red: true }
  const commands = commandsOf(context, parseManifest(await tree.read('package.json')))
  if (plants.length === 0 || commands.length === 0)
    return { checks: [], canaries: nothing, output: '', problem: 'no test file of a known kind' }
  const dir = await effect(context, `tree:${name}`, () => outside.checkoutTree(vault, TREE, commit))
  const left = new Set(outside.leaveMarks(dir, plants))
  const there = plants.filter(({ path }) => left.has(path))
  const run = () => runAll(context, { name, dir, commit, commands, plants: there, seed })
  const result =
    there.length === 0
      ? { checks: [], canaries: nothing, output: '', problem: 'nothing could be written into its test files' }
      : await effect(context, `checks:${name}`, run)
  await outside.removeWorkspace(vault, TREE)
  return result
}

interface Running {
  name: string
  dir: string
  commit: string
  commands: string[]
  plants: Plant[]
  seed: Seed
}

async function runAll(context: RunContext, running: Running): Promise<Ran> {
  const { name, dir, commit, plants, seed } = running
  const { setup, timeout_minutes } = context.state.start!.verify
  const limit = Math.round(timeout_minutes * 60_000)
  const runner = checkRunner(context, { kind: name, as: 'merged', dir, short: commit.slice(0, 10) })
  const checks: CheckResult[] = []
  const nothing: Canaries = { planted: 0, red: [], dull: [], exit_red: true }
  for (const [i, command] of setup.entries()) {
    const result = await runner(`setup-${i + 1}`, command, limit)
    checks.push(result)
    if (result.exit !== 0)
      return { checks, canaries: nothing, output: result.tail, problem: `setup failed: ${command}` }
  }
  const told = await runCommands(context, running, { runner, limit, checks })
  return {
    checks,
    canaries: { ...outcomeOf(plants, told.output, seed), exit_red: told.isRed },
    output: told.output,
    problem: null,
  }
}

interface Commands {
  runner: CheckRunner
  limit: number
  checks: CheckResult[]
}

async function runCommands(
  context: RunContext,
  { commands }: Pick<Running, 'commands'>,
  { runner, limit, checks }: Commands,
) {
  let output = ''
  let isRed = false
  for (const [i, command] of commands.entries()) {
    const result = await runner(i === 0 ? 'test' : `test-${i + 1}`, command, limit)
    checks.push(result)
    isRed ||= result.exit !== 0
    const text = result.artifact && readArtifact(context.layout, context.state.runId, result.artifact)
    output += text || result.tail
  }
  return { output, isRed }
}

/** The test command; where there is none, what the user gave to check the work with. */
function commandsOf({ state }: RunContext, manifest: ReturnType<typeof parseManifest>): string[] {
  const { test, acceptance } = state.start!.verify
  const commands = test === null ? acceptance : [test]
  return commands.flatMap((command) => withoutCheckers(command, manifest) ?? [])
}

function changedFiles({ state }: RunContext): string[] {
  const work = Object.values(state.collected).find(({ head }) => head === state.merge?.head)
  return (work?.files ?? []).map(({ path }) => path)
}

const NOT_WHOLE =
  /ERR_MODULE_NOT_FOUND|Cannot find (?:module|package)|Failed to (?:resolve|load)|ModuleNotFoundError|ImportError|SyntaxError|build failed|undefined: |could not compile|no required module|inconsistent vendoring/

/** At most so many runs to find the files of a change that make its tests unable to fail. */
const MAX_RUNS = 8

/**
 * Dull once more? Then parts of the change are put back as they were on the base, one half at a time, until what is left is what
 * makes the tests unable to fail.
 */
export async function findCauses(context: RunContext, wish: Verify): Promise<VerifyResult> {
  const checks: CheckResult[] = []
  const blunt = bluntCanaries(context.state)
  const isBlunt = async (reverted: string[], nth: number): Promise<boolean> => {
    const commit = await without(context, wish.commit, reverted)
    const { canaries, checks: ran, output } = await plantAndRun(context, commit, `canary-${nth}`)
    checks.push(...ran)
    // Part of a change may not be whole without the rest of it: then nothing fails as it should for another reason.
    if (nth > 1 && NOT_WHOLE.test(output)) return false
    return blunt.some(({ file, what }) =>
      file === null
        ? canaries.planted > 0 && !canaries.exit_red
        : canaries.dull.some(
            (group) => group.file === file && what.some((each) => group.what.includes(each)),
          ),
    )
  }
  const { left_ms, checks_ms } = evidenceTime(context.state)
  const hasTime = () => checks.reduce((sum, { duration_ms }) => sum + duration_ms, checks_ms) <= left_ms
  const again = await isBlunt([], 1)
  const causes = again ? await narrowed(changedFiles(context), isBlunt, hasTime) : []
  const canaries: Canaries = { planted: 0, red: [], dull: [], exit_red: true, causes, again }
  const reason = again
    ? `tests that must fail do not any more: ${causes.join(', ') || 'by which file was not found out'}`
    : 'the same tests failed when they were run again'
  return { green: !again, ran: true, reason, checks, canaries }
}

async function narrowed(
  changed: string[],
  isBlunt: (reverted: string[], nth: number) => Promise<boolean>,
  hasTime: () => boolean,
): Promise<string[]> {
  let suspects = changed
  for (let nth = 2; suspects.length > 1 && nth < MAX_RUNS && hasTime(); ) {
    const half = Math.ceil(suspects.length / 2)
    const [first, second] = [suspects.slice(0, half), suspects.slice(half)]
    // What was cleared stays as the change has it, so that the tree stays as whole as it can be.
    if (await isBlunt(second, nth++)) suspects = first
    else if (await isBlunt(first, nth++)) suspects = second
    else return suspects
  }
  return suspects
}

/** The merged tree with some files as they were on the base. */
async function without(context: RunContext, commit: string, paths: string[]): Promise<string> {
  const { outside, vault, state } = context
  if (paths.length === 0) return commit
  const entries = new Map(
    (await outside.vaultTree(vault, state.start!.base)).map((entry) => [entry.path, entry]),
  )
  const changes = paths.map((path) => {
    const entry = entries.get(path)
    return entry ? { path, oid: entry.oid, mode: entry.mode } : { path, oid: null }
  })
  return outside.commitOverlay(vault, commit, changes, 'the change without some of its files')
}

/** Whatever language it is in, no file with this in it can be loaded. */
const UNLOADABLE = '}}} )) ]] <<< >>> "\n\'\n`\n'

/** All changed sources made unloadable at once: checks that are green all the same never read the change. */
export async function sabotage(context: RunContext, { commit, head, kind }: Verify): Promise<VerifyResult> {
  const { outside, vault, state } = context
  const tree = await readTree(context, commit)
  const paths = (state.inspected[head!]?.executable ?? []).filter((path) => tree.has(path))
  const commands = commandsOf(context, parseManifest(await tree.read('package.json')))
  if (paths.length === 0 || commands.length === 0)
    return { green: false, ran: false, reason: 'no source file that could be made unloadable', checks: [] }
  const changes = paths.map((path) => ({ path, oid: null, content: Buffer.from(UNLOADABLE) }))
  const broken = await outside.commitOverlay(vault, commit, changes, 'the change, unloadable')
  const dir = await effect(context, `tree:${kind}`, () => outside.checkoutTree(vault, TREE, broken))
  const { setup, timeout_minutes } = state.start!.verify
  const limit = Math.round(timeout_minutes * 60_000)
  const runner = checkRunner(context, { kind, as: 'merged', dir, short: commit.slice(0, 10) })
  const checks: CheckResult[] = []
  const isRed = await effect(context, `checks:${kind}`, async () => {
    for (const [i, command] of setup.entries()) checks.push(await runner(`setup-${i + 1}`, command, limit))
    // What cannot even be set up without it reads it.
    return (
      checks.some(({ exit }) => exit !== 0) ||
      (await runCommands(context, { commands }, { runner, limit, checks })).isRed
    )
  })
  await outside.removeWorkspace(vault, TREE)
  const files = paths.length === 1 ? 'the changed source file' : `the ${paths.length} changed source files`
  const reason = isRed
    ? `The checks read the change: they are red when ${files} cannot be loaded`
    : `The checks never read the change: they are green although ${files} cannot be loaded`
  return { green: !isRed, ran: true, reason, checks }
}
