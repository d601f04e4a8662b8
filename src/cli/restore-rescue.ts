import { relative, resolve } from 'node:path'
import { oneLine, plural } from '../report/words.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { openPlace } from '../runtime/project.ts'
import { readable } from '../workspace/byte-path.ts'
import { readCommit } from '../workspace/commit-object.ts'
import { exactTree, SIZE_CAP } from '../workspace/exact-tree.ts'
import { git } from '../workspace/git.ts'
import { repositoryIn, returnRepository } from '../workspace/kept-repository.ts'
import { type KeptState, keepState, keptStateIn } from '../workspace/kept-state.ts'
import { removeWork } from '../workspace/remove.ts'
import { type Repository, resolveCommit } from '../workspace/repository.ts'
import { type KeptFile, keptFiles, removeCheckedOut, restoreFiles } from '../workspace/restore.ts'
import { missingRefs, restoreIndex, restoreRefs } from '../workspace/restore-refs.ts'
import { openExactVault } from '../workspace/vault.ts'
import { workFolder } from '../workspace/work-folder.ts'
import { type RescuePlace, type RescueRow, shortName } from './rescues.ts'

/** What of it is missing or different now. */
export async function showRescue(place: RescuePlace, row: RescueRow): Promise<number> {
  const { call } = place
  const repo = row.copy ? copied(row) : place.repo!
  const state = await stateOf(repo, row)
  const files = await filesOf(repo, row, state)
  const [missing, different] = (['missing', 'different'] as const).map((now) => names(files, now))
  const refs = state ? await missingRefs(repo, state) : []
  if (call.json) {
    const { copy, ...rest } = row
    const left_out = state?.left_out ?? []
    call.out(JSON.stringify({ ...rest, repository: copy?.dir ?? null, missing, different, refs, left_out }))
    return EXIT.ok
  }
  call.out(
    `${shortName(row.ref)}, kept ${row.saved.slice(0, 16).replace('T', ' ')} UTC: ${oneLine(row.why, 200)}`,
  )
  if (row.copy) call.out('The repository itself: it is put back from the copy.')
  const lines = [
    ...missing!.map((path) => `missing now: ${path}`),
    ...different!.map((path) => `different now: ${path}`),
    ...refs.map((ref) => `gone now: ${ref}`),
    ...(state?.left_out ?? []).map((path) => `not kept: ${path}`),
  ]
  for (const line of lines.slice(0, MAX_LINES)) call.out(`  ${oneLine(line, 300)}`)
  if (lines.length > MAX_LINES) call.out(`  … and ${lines.length - MAX_LINES} more`)
  if (lines.length === 0 && !row.copy) call.out('Nothing of it is missing here.')
  else call.out(`Back with it: wiggum rescue restore ${shortName(row.ref)}`)
  return EXIT.ok
}

const MAX_LINES = 200

interface Wanted {
  row: RescueRow
  /** As they were typed; none: all of it. */
  paths: string[]
}

/** Back with it. Whatever stands there now is put on a rescue ref of its own first. */
export async function restoreRescue(place: RescuePlace, { row, paths }: Wanted): Promise<number> {
  const { call } = place
  const returned = row.copy ? returnRepository(row.copy) : null
  const repo = returned ? (await openPlace(row.copy!.root)).repo : place.repo!
  const state = await stateOf(repo, row)
  const before = await keepPresent(repo, row, call.env)
  const head = await resolveCommit(repo, 'HEAD')
  const refs = state && paths.length === 0 ? await restoreRefs(repo, state) : []
  if (head !== null && (await resolveCommit(repo, 'HEAD')) !== head)
    await removeCheckedOut(repo, head, row.commit)
  const files = chosen(await filesOf(repo, row, state), { repo, paths, cwd: call.cwd })
  const { files: restored, left } = await restoreFiles(repo, files)
  if (state && paths.length === 0) await restoreIndex(repo, state)
  const said = {
    ref: row.ref,
    restored,
    refs,
    left,
    kept_before: before.ref,
    left_out: state?.left_out ?? [],
  }
  if (call.json) call.out(JSON.stringify({ ...said, repository: returned !== null }))
  else for (const line of saidLines(said, returned)) call.out(line)
  return left.length > 0 ? EXIT.environment : EXIT.ok
}

interface Said {
  restored: string[]
  refs: string[]
  left: { path: string; why: string }[]
  kept_before: string
  left_out: string[]
}

function saidLines(said: Said, returned: { setAside: string | null } | null): string[] {
  const { restored, refs, left } = said
  const nothing = restored.length + refs.length + left.length === 0 && !returned
  return [
    ...(returned ? ['The repository is back.'] : []),
    ...(returned?.setAside ? [`The one that stood there is in ${returned.setAside}`] : []),
    ...restored.slice(0, MAX_LINES).map((path) => `  ${oneLine(path, 300)}`),
    ...refs.map((each) => `  ${oneLine(each, 300)}`),
    ...left.map(({ path, why }) => `  not restored: ${oneLine(`${path}: ${why}`, 300)}`),
    nothing
      ? 'Nothing of it was missing: everything is as it was.'
      : `Restored ${plural(restored.length, 'file')}.`,
    ...(said.left_out.length > 0
      ? [`Never kept, for their size or kind: ${oneLine(said.left_out.join(', '), 300)}`]
      : []),
    ...(nothing ? [] : [`What stood here until now is on ${shortName(said.kept_before)}.`]),
  ]
}

/** In a folder of its own: the run's may be gone long since. */
async function keepPresent(repo: Repository, row: RescueRow, env: Record<string, string | undefined>) {
  const work = workFolder(repo, `restore-${process.pid}`, env)
  try {
    const vault = await openExactVault(repo, row.run, work)
    return await keepState(
      vault,
      await exactTree(vault, SIZE_CAP),
      `wiggum rescue restore ${shortName(row.ref)}`,
    )
  } finally {
    await removeWork(work)
  }
}

function copied({ copy }: RescueRow): Repository {
  const gitDir = repositoryIn(copy!)
  return {
    root: copy!.root,
    gitDir,
    commonDir: gitDir,
    objects: `${gitDir}/objects`,
    identity: { name: '', email: '' },
  }
}

async function stateOf(repo: Repository, { commit }: RescueRow): Promise<KeptState | null> {
  return keptStateIn((await readCommit(repo.gitDir, commit)).message.toString('utf8'))
}

/** Of an agent's work only what it changed: the rest of its tree is as old as its run. */
async function filesOf(
  repo: Repository,
  { commit }: RescueRow,
  state: KeptState | null,
): Promise<KeptFile[]> {
  if (state) return withoutCommitted(repo, await keptFiles(repo, commit, null), state)
  const base = await git(repo.gitDir, ['merge-base', 'HEAD', commit])
  return keptFiles(repo, commit, base.code === 0 ? base.stdout.toString('utf8').trim() : null)
}

/** A file that was as its commit had it, and is as its commit has it now, is no loss: history went on. */
async function withoutCommitted(
  repo: Repository,
  files: KeptFile[],
  { head }: KeptState,
): Promise<KeptFile[]> {
  if (head === null) return files
  const [then, now] = [await blobsIn(repo, head), await blobsIn(repo, 'HEAD')]
  return files.filter(({ path, oid, found, now: stands }) => {
    if (stands === 'same') return true
    const isSettled = found === null ? !now.has(path) : now.get(path) === found
    return !(then.get(path) === oid && isSettled && now.get(path) !== oid)
  })
}

async function blobsIn({ gitDir }: Repository, commit: string): Promise<Map<string, string>> {
  const out = await git(gitDir, ['ls-tree', '-r', '-z', '--full-tree', commit])
  const lines = out.stdout.toString('latin1').split('\0').filter(Boolean)
  return new Map(lines.map((line) => [line.slice(line.indexOf('\t') + 1), line.split(/[ \t]/)[2] ?? '']))
}

function chosen(
  files: KeptFile[],
  { repo, paths, cwd }: { repo: Repository; paths: string[]; cwd: string },
): KeptFile[] {
  if (paths.length === 0) return files
  const wanted = paths.map((path) => {
    const inside = relative(repo.root, resolve(cwd, path))
    return {
      path,
      of: files.filter(
        (file) =>
          inside === '' || readable(file.path) === inside || readable(file.path).startsWith(`${inside}/`),
      ),
    }
  })
  const strange = wanted.find(({ of }) => of.length === 0)
  if (strange)
    throw new Problem(
      EXIT.usage,
      `The rescue ref holds no ${oneLine(strange.path, 120)}`,
      'See what it holds: wiggum rescue show <ref>.',
    )
  return [...new Set(wanted.flatMap(({ of }) => of))]
}

function names(files: KeptFile[], now: KeptFile['now']): string[] {
  return files.filter((file) => file.now === now).map(({ path }) => readable(path))
}
