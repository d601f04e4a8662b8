import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { roomyFolder } from './folders.mjs'
import { inTurns } from './measure.mjs'
import { git, makeRepository } from './repositories.mjs'
import { ratioRow, valueRow } from './table.mjs'

const CHANGED = ['src/part-0/folder-0/file-0.ts', 'src/part-1/folder-1/file-101.ts']
const ADDED = 'src/part-2/new.ts'
const COPY = 'vault + workspace ÷ git clone --shared'

/** What isolation costs where there are many files, step by step, beside the plain git that does the like. */
export async function bigRepository({ folder, load, quick }) {
  const dir = roomyFolder(folder)
  const small = await openScene(join(dir, 'small'), { files: 20, load })
  const few = await inTurns(quick ? 5 : 20, copies(small))
  const files = quick ? 5000 : 50_000
  const scene = await openScene(join(dir, 'big'), { files, load })
  const many = await inTurns(quick ? 2 : 5, { ...copies(scene), ...journey(scene) })
  const row = ratioRow(`20 files: ${COPY}`, { ours: few.workspace, baseline: few.plainClone })
  return [row, ...rowsOf(many, `${files.toLocaleString('en')} files`)]
}

function copies(scene) {
  return {
    workspace: { prepare: (round) => startOver(scene, round), work: () => openWorkspace(scene) },
    plainClone: {
      prepare: () => rmSync(scene.plain, { recursive: true, force: true }),
      work: () => git(scene.root, 'clone', '-q', '--shared', scene.root, scene.plain),
    },
  }
}

/** What happens to a change between an agent's tree and the user's. */
function journey(scene) {
  const { root } = scene
  return {
    tree: () => scene.checkoutTree(scene.vault, 'bench', scene.base),
    collect: { prepare: () => edit(scene.workspace.dir), work: () => collectWork(scene) },
    plainCommit: { prepare: () => edit(scene.plain), work: () => plainCommit(scene) },
    merge: () => mergeWork(scene),
    land: () => landWork(scene),
    plainMerge: {
      prepare: () => git(root, 'reset', '-q', '--hard', scene.base),
      work: () => git(root, 'merge', '-q', '--no-ff', '-m', 'Merge', 'FETCH_HEAD'),
    },
  }
}

function rowsOf(times, files) {
  const row = (what, ours, baseline) => ratioRow(`${files}: ${what}`, { ours, baseline })
  return [
    row(COPY, times.workspace, times.plainClone),
    row('verification tree ÷ git clone --shared', times.tree, times.plainClone),
    row('collect a change ÷ git add, commit, fetch', times.collect, times.plainCommit),
    valueRow(`${files}: build the merge`, { ours: times.merge, unit: 'ms' }),
    valueRow(`${files}: land it`, { ours: times.land, unit: 'ms' }),
    row('build + land ÷ git merge --no-ff', times.merge + times.land, times.plainMerge),
  ]
}

async function openScene(dir, { files, load }) {
  const root = makeRepository(join(dir, 'project'), files)
  const names = ['repository', 'vault', 'workspace', 'tree', 'collect', 'merge', 'land']
  const modules = await Promise.all(names.map(load))
  const scene = { ...Object.assign({}, ...modules), root, plain: join(dir, 'plain'), home: join(dir, 'home') }
  const opened = await scene.openRepository(root)
  if (!opened.ok) throw new Error(opened.message)
  const base = git(root, 'rev-parse', 'HEAD')
  return { ...scene, base, repo: opened.repo, run: '', vault: null, workspace: null, head: '', commit: '' }
}

/** A run of its own for every round: the vault, too, is new. */
async function startOver(scene, round) {
  if (scene.vault) await scene.removeWork(scene.vault.work)
  git(scene.root, 'reset', '-q', '--hard', scene.base)
  scene.run = `2026-01-02-bench-${round}`
}

async function openWorkspace(scene) {
  const work = scene.workFolder(scene.repo, scene.run, { WIGGUM_HOME: scene.home })
  scene.vault = await scene.openVault(scene.repo, scene.run, work)
  scene.workspace = await scene.createWorkspace(scene.vault, 'maker', scene.base, 'wiggum/bench')
}

function edit(dir) {
  for (const path of CHANGED) appendFileSync(join(dir, path), '// changed\n')
  writeFileSync(join(dir, ADDED), 'export {}\n')
}

async function collectWork(scene) {
  const collected = await scene.collect(scene.vault, scene.workspace, scene.base, 'bench')
  if (!collected.ok) throw new Error(collected.problem)
  scene.head = collected.head
}

function plainCommit({ plain, root }) {
  const author = ['-c', 'user.name=Ada User', '-c', 'user.email=ada@example.org']
  git(plain, 'add', '-A')
  git(plain, ...author, 'commit', '-q', '-m', 'Work')
  git(root, 'fetch', '-q', plain, 'HEAD')
}

async function mergeWork(scene) {
  const wish = { head: scene.head, onto: scene.base, method: 'no-ff', subject: 'Bench', runId: scene.run }
  const built = await scene.buildMerge(scene.vault, { ...wish, date: '2026-01-02T03:04:05.000Z' })
  if (!built.ok) throw new Error(`no merge: ${built.kind}`)
  scene.commit = built.commit
}

async function landWork(scene) {
  const order = { target: 'main', commit: scene.commit, previous: scene.base, ours: false }
  const landed = await scene.land(scene.vault, order)
  if (!landed.landed || landed.checkout !== 'updated') throw new Error(landed.detail)
}
