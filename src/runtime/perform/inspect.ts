import { posix } from 'node:path'
import { cleanText } from '../../contracts/clean-text.ts'
import type { Finding } from '../../core/events.ts'
import { findingId } from '../../core/findings.ts'
import { executableFiles } from '../../verify/executable-files.ts'
import { testsApart } from '../../verify/support-files.ts'
import { inspectTampering, type TamperFinding } from '../../verify/tamper.ts'
import type { PathChange } from '../../verify/tampering/finding.ts'
import { isSnapshot } from '../../verify/test-files.ts'
import type { Unfiltered } from '../../workspace/filtered-files.ts'
import { type RunContext, record } from '../context.ts'
import { secretsOf } from './held-work.ts'
import { readTree } from './trees.ts'

/** More than this in one change is a question anyway. */
const MAX_LISTED = 2_000

/** The supervisor's own look at a change: does it touch what proves it, and what does it delete? */
export async function performInspect(context: RunContext, head: string): Promise<void> {
  const { outside, vault, state } = context
  const { base, verify } = state.start!
  const changes = await outside.changedFiles(vault, base, head)
  const touched = changes.map((change) => change.path)
  const [before, after] = [await readTree(context, base, touched), await readTree(context, head, touched)]
  const { findings, protectedChanged } = await inspectTampering(before, after, changes, verify)
  const apart = await testsApart(before, after)
  const moved = await outside.movedFiles(vault, base, head)
  const isGone = ({ path, change }: PathChange) => change === 'deleted' && !moved.has(path)
  const deleted = changes.filter(isGone).map(({ path }) => path)
  const total = before.paths().length
  const planned = plannedFiles(context)
  const secrets = state.start!.review ? [] : await secretsOf(context, head)
  record(context, {
    type: 'work.inspected',
    phase: state.start!.review ? 'check' : 'do',
    data: {
      head,
      findings: findings.map(asFinding),
      ...harmlessAmong(findings),
      ...(apart.length > 0 ? { new_tests: apart.slice(0, MAX_LISTED) } : {}),
      ...snapshotsAmong(changes),
      unplanned_deletions: deleted.filter((path) => !planned.has(path)).slice(0, MAX_LISTED),
      mass_deletion: deleted.length * 2 > total ? { deleted: deleted.length, total } : null,
      protected_changed: protectedChanged.slice(0, MAX_LISTED),
      outside_links: await outsideLinks(context, head, changes),
      unfiltered: await unfiltered(context, head),
      executable: await executableFiles(before, after, changes),
      ...(secrets.length > 0 ? { secrets } : {}),
    },
  })
}

/** Git stores a link's goal as its content. */
async function outsideLinks(
  { outside, vault }: RunContext,
  head: string,
  changes: { path: string }[],
): Promise<string[]> {
  const touched = new Set(changes.map((change) => change.path))
  const links = (await outside.vaultTree(vault, head)).filter(
    (entry) => entry.mode === '120000' && touched.has(entry.path),
  )
  const leading: string[] = []
  for (const { path } of links) {
    const goal = (await outside.vaultFile(vault, head, path))?.toString('utf8') ?? ''
    const inside = !goal.startsWith('/') && !posix.join(posix.dirname(path), goal).startsWith('..')
    if (!inside) leading.push(cleanText(`${path} → ${goal}`, 400))
  }
  return leading
}

/** What a person wrote, or has in their own tree, goes through their own git. */
async function unfiltered({ outside, vault, state, host }: RunContext, head: string): Promise<string[]> {
  const { base, review } = state.start!
  if (host || review) return []
  const files = await outside.unfilteredFiles(vault, base, head)
  return files.slice(0, MAX_LISTED).map((file) => cleanText(filterWords(file), 400))
}

function filterWords({ path, filter, what }: Unfiltered): string {
  const name = filter === 'lfs' ? 'Git LFS' : `the filter ${filter}`
  if (what === 'lost') return `${path}: a ${name} pointer to content that is not in this repository`
  if (what === 'left') return `${path}: no longer under ${name}, and still a pointer`
  return `${path}: raw content, where ${name} stores something else`
}

function plannedFiles({ state }: RunContext): Set<string> {
  const plans = Object.values(state.steps).filter((step) => step.role === 'creator')
  return new Set(plans.flatMap((step) => step.contract?.files ?? []))
}

function harmlessAmong(findings: TamperFinding[]): { unless_sound?: string[] } {
  const ids = findings.filter(({ unlessSound }) => unlessSound).map((found) => asFinding(found).id)
  return ids.length > 0 ? { unless_sound: ids } : {}
}

function snapshotsAmong(changes: PathChange[]): { snapshots?: string[] } {
  const rewritten = changes.filter(({ path, change }) => change === 'modified' && isSnapshot(path))
  return rewritten.length > 0 ? { snapshots: rewritten.map(({ path }) => path).slice(0, MAX_LISTED) } : {}
}

function asFinding(found: TamperFinding): Finding {
  const shared = { file: found.file, category: 'testing', description: cleanText(found.description, 2_000) }
  return {
    ...shared,
    id: findingId(shared),
    line: found.line,
    severity: 'CRITICAL',
    fix: cleanText(found.fix, 2_000),
    evidence: cleanText(found.evidence, 8_000),
    sources: ['supervisor'],
  }
}
