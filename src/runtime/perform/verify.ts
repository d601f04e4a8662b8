import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { VerifyKind } from '../../core/commands.ts'
import type { CheckResult, EventData } from '../../core/events.ts'
import { verificationOf } from '../../core/verification.ts'
import { planBaseCopies } from '../../verify/base-copies.ts'
import { testLibraries } from '../../verify/libraries.ts'
import { planProof } from '../../verify/proof.ts'
import { type CheckRunner, runChecks } from '../../verify/run-checks.ts'
import { isTestFile } from '../../verify/test-files.ts'
import { effect, type RunContext, record } from '../context.ts'
import { checkRunner } from './check-runner.ts'
import { later } from './later.ts'
import { ownTestsAgain, ownTestsBefore, redAgain } from './own-tests.ts'
import { readTree } from './trees.ts'

export interface Verify {
  kind: VerifyKind
  commit: string
  subject: string
  head: string | null
}

/** The supervisor's own run of the checks, in a tree of its own, with commands the agent could not edit. */
export async function performVerify(context: RunContext, wish: Verify): Promise<void> {
  const { kind, commit } = wish
  const { outside, vault } = context
  const started = performance.now()
  record(context, { type: 'verify.start', phase: 'act', data: { kind, commit } })
  if (isAboutChecks(kind)) return completed(context, wish, { started, ...(await aboutChecks(context, wish)) })
  const shown = await commitToCheck(context, wish)
  if (shown === null) return notShown(context, wish)
  const name = `verify-${kind}`
  // A person's session has set its tree up: the work is checked where it stands.
  const inPlace = context.host !== null && kind === 'merged'
  const dir = inPlace
    ? vault.repo.root
    : await effect(context, `tree:${kind}`, () => outside.checkoutTree(vault, name, shown))
  const place = {
    kind,
    dir,
    inPlace,
    runner: checkRunner(context, { kind, dir, short: commit.slice(0, 10), inPlace }),
  }
  const result = await effect(context, `checks:${kind}`, () => runAll(context, wish, place))
  const libraries = inPlace ? null : await librariesIn(context, { kind, commit, dir })
  if (!inPlace) await outside.removeWorkspace(vault, name)
  if (inPlace && !context.abort.signal.aborted) await noteMoved(context, commit)
  completed(context, wish, { started, ...result, ...(libraries ? { libraries } : {}) })
}

function completed(
  context: RunContext,
  { kind, commit, subject }: Verify,
  { started, ...result }: VerifyResult & { started: number },
): void {
  if (context.abort.signal.aborted) return
  const duration_ms = Math.round(performance.now() - started)
  const data: EventData['verify.complete'] = { kind, commit, subject, ...result, duration_ms }
  record(context, { type: 'verify.complete', phase: 'act', data })
}

/** Not of the work, but of what the work is checked with. */
function isAboutChecks(kind: VerifyKind): boolean {
  return ['canary', 'canary-base', 'canary-cause', 'sabotage'].includes(kind)
}

async function aboutChecks(context: RunContext, wish: Verify): Promise<VerifyResult> {
  const { findCauses, runCanaries, sabotage } = await later.canaries()
  if (wish.kind === 'sabotage') return sabotage(context, wish)
  return wish.kind === 'canary-cause' ? findCauses(context, wish) : runCanaries(context, wish)
}

interface CheckPlace {
  dir: string
  inPlace: boolean
  runner: CheckRunner
}

export type VerifyResult = Pick<
  EventData['verify.complete'],
  'green' | 'ran' | 'reason' | 'checks' | 'own_tests' | 'canaries' | 'libraries'
>

/** After the checks: then neither an install nor the tests themselves have anything left to rewrite. */
async function librariesIn(
  context: RunContext,
  { kind, commit, dir }: { kind: VerifyKind; commit: string; dir: string },
): Promise<VerifyResult['libraries'] | null> {
  if (kind !== 'baseline' && kind !== 'merged') return null
  if (context.state.start!.verify.setup.length === 0) return null
  const libraries = await testLibraries(await readTree(context, commit))
  if (libraries.length === 0) return null
  return Object.fromEntries(
    libraries.map(({ key, folder }) => [key, context.outside.folderDigest(dir, folder)]),
  )
}

async function runAll(context: RunContext, { kind, head }: Verify, place: CheckPlace): Promise<VerifyResult> {
  const { setup, ...plan } = context.state.start!.verify
  const { dir, inPlace, runner } = place
  const timeoutMs = Math.round(plan.timeout_minutes * 60_000)
  const exists = (path: string) => existsSync(join(dir, path))
  if (kind === 'proof') return prove(context, { head: head!, setup, timeoutMs, place })
  const result = await runChecks({ ...plan, setup: inPlace ? [] : setup }, runner, exists)
  if (context.abort.signal.aborted) return result
  if ((kind === 'baseline' || kind === 'base-copies') && !result.green) {
    const red = result.checks.filter(isRed).map(({ name }) => name)
    const checks = await redAgain(result.checks, (name) => red.includes(name), { runner, timeoutMs })
    return { ...result, ...(kind === 'base-copies' && isChance(checks) ? CHANCE : {}), checks }
  }
  if (kind !== 'merged' || !result.green) return result
  const before = redBefore(context)
  const checks = await redAgain(result.checks, (name) => before.includes(name), { runner, timeoutMs })
  const own_tests = await ownTestsAgain(context, { head: head!, dir, runner, timeoutMs, inPlace })
  return { ...result, checks, ...(own_tests.length > 0 ? { own_tests } : {}) }
}

/** Red once, and green on the same tree: that is no doing of the change. */
function isChance(checks: CheckResult[]): boolean {
  const red = checks.filter(({ exit, timed_out }) => exit !== 0 || timed_out)
  return red.length > 0 && red.every(({ again }) => again && again.exit === 0 && !again.timed_out)
}

const CHANCE = { green: true, reason: 'red once, then green on the same tree' }

function isRed({ name, exit }: CheckResult): boolean {
  return exit !== 0 && isCommand(name)
}

function isCommand(name: string): boolean {
  return !name.startsWith('setup') && !name.startsWith('required-')
}

function redBefore({ state }: RunContext): string[] {
  const baseline = verificationOf(state, 'baseline')
  return (baseline?.checks ?? []).flatMap(({ name, exit }) => (exit !== 0 && isCommand(name) ? [name] : []))
}

interface Proving {
  head: string
  setup: string[]
  timeoutMs: number
  place: CheckPlace
}

/** The change's own tests on the old code. Red there is what shows the change. */
async function prove(context: RunContext, { head, setup, timeoutMs, place }: Proving): Promise<VerifyResult> {
  const { dir, runner } = place
  const checks: CheckResult[] = []
  const noted: CheckRunner = async (name, command, limit) => {
    const result = await runner(name, command, limit)
    checks.push(result)
    return result
  }
  for (const [i, command] of setup.entries()) {
    const { exit } = await noted(`setup-${i + 1}`, command, timeoutMs)
    if (exit !== 0) return { green: false, ran: false, reason: `setup failed: ${command}`, checks }
  }
  const own_tests = await ownTestsBefore(context, { head, dir, runner: noted, timeoutMs, inPlace: false })
  const red = own_tests.filter(({ outcome }) => outcome === 'red')
  const ran = own_tests.some(({ outcome }) => outcome !== 'not-run')
  const green = ran && red.length === 0
  const reason =
    red.length > 0 ? `red on the old code: ${red.flatMap(({ files }) => files).join(', ')}` : NOT_RED
  return { green, ran, reason, checks, own_tests }
}

const NOT_RED = 'no test of the change is red on the old code'

/**
 * A tree that somebody else can write may have changed under the checks: then they say nothing of it. What is only new
 * is what checks leave behind.
 */
async function noteMoved(context: RunContext, commit: string): Promise<void> {
  const { outside, vault } = context
  const changed = await outside.changedSinceMark(vault)
  const isNew = ({ change }: { change: string }) => change === 'added'
  const left = changed.filter(isNew).map(({ path }) => path)
  if (left.length > 0) outside.leaveOut(vault, left)
  const files = changed.filter((each) => !isNew(each)).map(({ path }) => path)
  if (files.length === 0) return
  const data = { from: commit, files: files.slice(0, MAX_MOVED) }
  record(context, { type: 'work.moved', phase: 'act', data })
}

const MAX_MOVED = 20

/** Nothing here can show it: on the record, so that it is not tried again. */
function notShown(context: RunContext, { kind, commit, subject }: Verify): void {
  const reason = 'no test file of a known language'
  const data = { kind, commit, subject, green: false, ran: false, reason, checks: [], duration_ms: 0 }
  record(context, { type: 'verify.complete', phase: 'act', data })
}

/** Which tree shows what is to be shown. */
async function commitToCheck(context: RunContext, { kind, commit, head }: Verify): Promise<string | null> {
  if (kind === 'base-copies') return withBaseCopies(context, commit, head!)
  if (kind === 'proof') return withNewTests(context, head!)
  return commit
}

/** The merged tree, but with tests, test command and configuration as they were before the change. */
async function withBaseCopies(context: RunContext, commit: string, head: string): Promise<string> {
  const { outside, vault, state } = context
  const base = state.start!.base
  const { protected_changed: changed, new_tests } = state.inspected[head]!
  const [before, after] = [await readTree(context, base), await readTree(context, commit)]
  const entries = new Map((await outside.vaultTree(vault, base)).map((entry) => [entry.path, entry]))
  const copies = await planBaseCopies(before, after, changed, new_tests !== undefined)
  const changes = copies.map(({ path, from, text }) => {
    if (from === 'text') return { path, oid: null, content: Buffer.from(text ?? '') }
    const entry = from === 'base' ? entries.get(path) : undefined
    return entry ? { path, oid: entry.oid, mode: entry.mode } : { path, oid: null }
  })
  return outside.commitOverlay(vault, commit, changes, 'the change under the tests as they were')
}

/** The base with the new tests on top: they should fail here. */
async function withNewTests(context: RunContext, head: string): Promise<string> {
  const { outside, vault, state } = context
  const files = Object.values(state.collected).find((work) => work.head === head)!.files
  const entries = new Map((await outside.vaultTree(vault, head)).map((entry) => [entry.path, entry]))
  const changes = (planProof(files, isTestFile) ?? []).flatMap(({ path }) => {
    const entry = entries.get(path)
    return entry ? [{ path, oid: entry.oid, mode: entry.mode }] : []
  })
  return outside.commitOverlay(vault, state.start!.base, changes, 'the new tests on the old code')
}
