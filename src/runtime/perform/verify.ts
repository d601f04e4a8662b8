import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { VerifyKind } from '../../core/commands.ts'
import type { EventData } from '../../core/events.ts'
import { planBaseCopies } from '../../verify/base-copies.ts'
import { withFailingLines } from '../../verify/can-fail.ts'
import { planProof } from '../../verify/proof.ts'
import { runChecks } from '../../verify/run-checks.ts'
import { isTestFile } from '../../verify/test-files.ts'
import { effect, type RunContext, record } from '../context.ts'
import { checkRunner } from './check-runner.ts'
import { readTree } from './trees.ts'

interface Verify {
  kind: VerifyKind
  commit: string
  subject: string
  head: string | null
}

/** The supervisor's own run of the checks, in a tree of its own, with commands the agent could not edit. */
export async function performVerify(context: RunContext, wish: Verify): Promise<void> {
  const { kind, commit, subject } = wish
  const { outside, vault, state } = context
  const started = performance.now()
  record(context, { type: 'verify.start', phase: 'act', data: { kind, commit } })
  const shown = await commitToCheck(context, wish)
  if (shown === null) return notShown(context, wish)
  const name = `verify-${kind}`
  // A person's session has set its tree up: the work is checked where it stands.
  const inPlace = context.host !== null && kind === 'merged'
  const dir = inPlace
    ? vault.repo.root
    : await effect(context, `tree:${kind}`, () => outside.checkoutTree(vault, name, shown))
  const { setup, ...plan } = state.start!.verify
  const runner = checkRunner(context, { kind, dir, short: commit.slice(0, 10), inPlace })
  const result = await effect(context, `checks:${kind}`, () =>
    runChecks({ ...plan, setup: inPlace ? [] : setup }, runner, (path) => existsSync(join(dir, path))),
  )
  if (!inPlace) await outside.removeWorkspace(vault, name)
  if (context.abort.signal.aborted) return
  if (inPlace) await noteMoved(context, commit)
  const duration_ms = Math.round(performance.now() - started)
  const data: EventData['verify.complete'] = { kind, commit, subject, ...result, duration_ms }
  record(context, { type: 'verify.complete', phase: 'act', data })
}

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
  if (kind === 'can-fail') return withFailing(context, commit)
  if (kind === 'proof') return withNewTests(context, head!)
  return commit
}

/** The merged tree, but with tests, test command and configuration as they were before the change. */
async function withBaseCopies(context: RunContext, commit: string, head: string): Promise<string> {
  const { outside, vault, state } = context
  const base = state.start!.base
  const changed = state.inspected[head]!.protected_changed
  const [before, after] = [await readTree(context, base), await readTree(context, commit)]
  const entries = new Map((await outside.vaultTree(vault, base)).map((entry) => [entry.path, entry]))
  const copies = await planBaseCopies(before, after, changed)
  const changes = copies.map(({ path, from, text }) => {
    if (from === 'text') return { path, oid: null, content: Buffer.from(text ?? '') }
    const entry = from === 'base' ? entries.get(path) : undefined
    return entry ? { path, oid: entry.oid, mode: entry.mode } : { path, oid: null }
  })
  return outside.commitOverlay(vault, commit, changes, 'the change under the tests as they were')
}

/** The merged tree with a line in each test file that must fail: green here means that nothing can. */
async function withFailing(context: RunContext, commit: string): Promise<string | null> {
  const files = await withFailingLines(await readTree(context, commit))
  if (files.length === 0) return null
  const changes = files.map(({ path, text }) => ({ path, oid: null, content: Buffer.from(text) }))
  return context.outside.commitOverlay(
    context.vault,
    commit,
    changes,
    'the change under tests that must fail',
  )
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
