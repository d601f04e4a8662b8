import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Outside } from '../../src/runtime/outside.ts'
import type { LandResult } from '../../src/workspace/land.ts'
import type { Vault } from '../../src/workspace/vault.ts'
import type { Workspace } from '../../src/workspace/workspace.ts'
import {
  addCommit,
  ancestors,
  blobId,
  differences,
  diffOf,
  firstParents,
  linesOf,
  mergeBase,
  mergeTrees,
  treeId,
  withChanges,
} from './commits.ts'
import { TARGET, TRAILER, treeOf } from './facts.ts'
import { isA, type Life, needs, notAfter } from './life.ts'
import { runProgram } from './programs.ts'

/** Git, processes and messages in memory, with places to die at between the parts of what takes several. */
export function memoryOutside(life: Life): Outside {
  return {
    ...programs(life),
    ...reading(life),
    ...cloning(life),
    ...landing(life),
    ...rescuing(life),
    ...userTree(life),
  }
}

const blobs = new Map<string, string>()

function programs(life: Life) {
  return {
    superviseProcess: (spec) => runProgram(life, spec),
    sweepLeash: async (leash) => Number(life.facts.working.delete(leash)),
    pushRefs: async () => ({ ok: true, what: 'pushed' }),
    hostDetectors: async () => ({
      values: new Map(),
      broken: [],
      cutOff: false,
      cancelled: false,
      problem: null,
    }),
    send: async ({ channel, delivery, notice }) => {
      const pass = Number(notice.data.pass)
      const isSent = isA('notification.sent', (data) => data.channel === channel && data.pass === pass)
      notAfter(life, `pass ${pass} was told of by ${channel}`, isSent)
      life.facts.seen = [...life.facts.seen, { what: 'sent', channel, delivery, pass }]
      life.place(`sent:${channel}`)
      return null
    },
  } satisfies Partial<Outside>
}

function has({ facts }: Life, commit: string): boolean {
  return facts.repo.has(commit) || facts.vault?.has(commit) === true
}

function store({ facts }: Life, commit: string): string {
  if (facts.vault === null) throw new Error('there is no vault to store a commit in')
  for (const id of ancestors(facts.commits, commit)) facts.vault.add(id)
  return commit
}

function isIn({ facts }: Life, older: string, newer: string): boolean {
  return ancestors(facts.commits, newer).has(older)
}

function reading(life: Life) {
  const { facts } = life
  const changes = (from: string, to: string) => differences(treeOf(facts, from), treeOf(facts, to))
  return {
    openVault: async (repo, run, work): Promise<Vault> => {
      facts.vault ??= new Set()
      return { dir: join(work, 'vault.git'), repo, work, run }
    },
    vaultHas: async (_, commit) => has(life, commit),
    vaultTree: async (_, commit) =>
      Object.entries(treeOf(facts, commit)).map(([path, text]) => {
        blobs.set(blobId(text), text)
        return { path, mode: '100644', oid: blobId(text) }
      }),
    vaultBlobs: async (_, oids) => new Map(oids.map((oid) => [oid, Buffer.from(blobs.get(oid)!)])),
    vaultFile: async (_, commit, path) => {
      const text = treeOf(facts, commit)[path]
      return text === undefined ? null : Buffer.from(text)
    },
    isAncestor: async (_, older, newer) => isIn(life, older, newer),
    treeOf: async (_, commit) => treeId(treeOf(facts, commit)),
    countCommits: async (_, from, to) => countBetween(life, from, to),
    changedFiles: async (_, from, to) =>
      changes(from, to).map(({ path, before, after }) => {
        const [old, young] = [linesOf(before), linesOf(after)]
        const change = before === null ? 'added' : after === null ? 'deleted' : 'modified'
        const added = young.filter((line) => !old.includes(line)).length
        return { path, change, added, deleted: old.filter((line) => !young.includes(line)).length } as const
      }),
    changedNames: async (_, from, to) => changes(from, to).map(({ path }) => path),
    movedFiles: async (_, from, to) => {
      const all = changes(from, to)
      const added = new Set(all.filter(({ before }) => before === null).map(({ after }) => after))
      return new Set(
        all.filter((each) => each.after === null && added.has(each.before)).map(({ path }) => path),
      )
    },
    diffText: async (_, from, to, maxBytes) => {
      const text = diffOf(changes(from, to))
      return { text: text.slice(0, maxBytes), truncated: text.length > maxBytes }
    },
    wordsInCommit: async (_, commit, { words }) => {
      const text = Object.values(treeOf(facts, commit)).join('\n')
      return new Set(words.filter((word) => text.includes(word)))
    },
    unfilteredFiles: async () => [],
    resolveCommit: async (_, rev) => facts.refs.get(rev) ?? null,
    readRef: async (_, ref) => facts.refs.get(ref) ?? null,
  } satisfies Partial<Outside>
}

function countBetween({ facts }: Life, from: string, to: string): number {
  const known = ancestors(facts.commits, from)
  return [...ancestors(facts.commits, to)].filter((id) => !known.has(id)).length
}

function workspaceAt({ work }: Vault, name: string): Workspace {
  return { name, dir: join(work, name), index: join(work, `${name}.index`) }
}

function cloning(life: Life) {
  const { facts } = life
  const removeWorkspace = async (_: Vault, name: string) => {
    const held = [...facts.working].find((leash) => leash.endsWith(`/${name}`))
    if (held) life.wrong(`the tree of ${name} was taken away while ${held} is at work in it`)
    facts.workspaces.delete(name)
    facts.trees.delete(name)
  }
  return {
    createWorkspace: async (vault, name, commit) => {
      await removeWorkspace(vault, name)
      const clone = { head: commit, files: treeOf(facts, commit), whole: false }
      facts.workspaces.set(name, clone)
      life.place(`workspace:${name}:half`)
      facts.workspaces.set(name, { ...clone, whole: true })
      return workspaceAt(vault, name)
    },
    existingWorkspace: (vault, name) =>
      facts.workspaces.get(name)?.whole === true ? workspaceAt(vault, name) : null,
    unlockWorkspace: () => {},
    removeWorkspace,
    // Nothing is held back here, so it is not asked for.
    removeTrees: async () => {},
    removeWork: async (work) => {
      facts.workspaces.clear()
      life.place('cleanup:half')
      facts.trees.clear()
      facts.vault = null
      rmSync(work, { recursive: true, force: true })
    },
    collect: async (_, { name }, start, label) => {
      const { head, tookAlong, historyRewritten } = takeOver(life, name, { start, label })
      life.place(`collect:${name}:objects`)
      const commits = countBetween(life, start, head)
      return { ok: true, head, commits, tookAlong, historyRewritten, embedded: [], unsaved: [] }
    },
    checkoutTree: async ({ work }, name, commit) => {
      facts.trees.delete(name)
      life.place(`tree:${name}:half`)
      if (!has(life, commit)) throw new Error(`the vault has no ${commit}`)
      facts.trees.set(name, commit)
      return join(work, 'trees', name)
    },
    commitOverlay: async (_, base, changes, message) => {
      const files = changes.map(({ path, oid, content }) => ({
        path,
        after: content === undefined ? (oid === null ? null : blobs.get(oid)!) : content.toString('utf8'),
      }))
      const tree = withChanges(treeOf(facts, base), files)
      return store(life, addCommit(facts.commits, { tree, parents: [base], message }))
    },
    // A mark that could not be left is one that tells nothing.
    leaveMarks: () => [],
    folderDigest: () => 'missing',
    commitPatched: async () => ({ ok: false, problem: 'no patch is kept in memory' }),
  } satisfies Partial<Outside>
}

/** The agent's commits, and one of ours for what it left uncommitted. */
function takeOver(life: Life, name: string, { start, label }: { start: string; label: string }) {
  const { facts } = life
  const { head: own, files } = facts.workspaces.get(name)!
  store(life, own)
  const historyRewritten = !isIn(life, start, own)
  const parent = historyRewritten ? start : own
  const tookAlong = differences(treeOf(facts, own), files).map(({ path }) => path)
  const isSame = treeId(treeOf(facts, parent)) === treeId(files)
  const message = `Work of ${label}`
  const head = isSame ? parent : addCommit(facts.commits, { tree: files, parents: [parent], message })
  return { head: store(life, head), tookAlong, historyRewritten }
}

/** The user's repository gets a commit; no ref moves. */
function bring(life: Life, commit: string): void {
  if (!has(life, commit)) throw new Error(`${commit} is nowhere to be brought from`)
  for (const id of ancestors(life.facts.commits, commit)) life.facts.repo.add(id)
}

function moveRef({ facts }: Life, ref: string, { to, why }: { to: string; why: string }): void {
  const from = facts.refs.get(ref) ?? null
  if (from === to) return
  facts.refs.set(ref, to)
  facts.moves = [...facts.moves, { ref, from, to, why }]
}

interface Step {
  target: string
  commit: string
  previous: string
  ours: boolean
}

function refuse(reason: 'dirty' | 'busy' | 'moved' | 'missing', detail: string): LandResult {
  return { landed: false, reason, detail }
}

function isDirty({ facts }: Life, commit: string): boolean {
  return differences(treeOf(facts, commit), facts.checkout).length > 0
}

/** As `workspace/land.ts`: all or nothing for the ref, then the user's files, one after the other. */
function moveTarget(life: Life, { commit, previous, ours, target }: Step): LandResult {
  const { facts } = life
  const ref = `refs/heads/${target}`
  const tip = facts.refs.get(ref)
  if (tip === undefined) return refuse('missing', `there is no branch ${target}`)
  if (isIn(life, commit, tip)) return settle(life, { commit, previous, ours, target }, tip)
  if (tip !== previous) return refuse('moved', `${target} is at ${tip} now`)
  if (isDirty(life, previous)) return refuse('dirty', 'the checkout has changes')
  bring(life, commit)
  life.place('land:objects')
  moveRef(life, ref, { to: commit, why: 'land' })
  life.place('land:ref-moved')
  return fastForward(life, { previous, commit })
}

function settle(life: Life, { commit, previous, ours }: Step, tip: string): LandResult {
  if (ours && tip === commit) return fastForward(life, { previous, commit })
  if (isDirty(life, tip)) return { landed: true, checkout: 'left', detail: 'it was left half done' }
  return { landed: true, checkout: 'updated', detail: '' }
}

/** Also goes on where an earlier life stopped in the middle. */
function fastForward(life: Life, { previous, commit }: { previous: string; commit: string }): LandResult {
  const { facts } = life
  for (const change of differences(treeOf(facts, previous), treeOf(facts, commit))) {
    facts.checkout = withChanges(facts.checkout, [change])
    life.place('land:file')
  }
  return { landed: true, checkout: 'updated', detail: '' }
}

function landing(life: Life) {
  const { facts } = life
  return {
    buildMerge: async (_, { head, onto, method, subject, runId, date }) => {
      if (isIn(life, head, onto)) return { ok: false, kind: 'nothing' }
      const base = mergeBase(facts.commits, onto, head)
      const merged = mergeTrees(treeOf(facts, base), treeOf(facts, onto), treeOf(facts, head))
      if (!merged.ok) return { ok: false, kind: 'conflict', files: merged.files }
      const parents = method === 'no-ff' ? [onto, head] : [onto]
      const message = `${subject}\n\n${TRAILER}${runId}\n`
      const commit = addCommit(facts.commits, { tree: merged.tree, parents, message }, date)
      return { ok: true, commit: store(life, commit), tree: treeId(merged.tree), method }
    },
    sealMerge: async (_, commit, proof) => {
      const { tree, parents, message } = facts.commits.get(commit)!
      const sealed = { tree, parents, message: `${message}Wiggum-Proof: ${proof}\n` }
      return store(life, addCommit(facts.commits, sealed))
    },
    alreadyLanded: async (_, { commit, target }) =>
      isIn(life, commit, facts.refs.get(`refs/heads/${target}`)!),
    land: async (_, order) => {
      const { commit } = order
      const what = `${commit} was landed`
      needs(
        life,
        what,
        isA('land.start', (data) => data.commit === commit),
      )
      notAfter(
        life,
        what,
        isA('run.merged', (data) => data.commit === commit),
      )
      return moveTarget(life, order)
    },
    publish: async (_, ref, commit) => {
      bring(life, commit)
      life.place('publish:objects')
      moveRef(life, ref, { to: commit, why: 'publish' })
      return true
    },
    revertLanding: async (_, { target, merge, previous, reason, date }) => {
      notAfter(life, `${merge} was reverted`, isA('run.reverted'))
      const message = `Revert ${merge}: ${reason}`
      const tip = facts.refs.get(TARGET)!
      const line = firstParents(facts.commits, tip)
      const done = line.find((id) => facts.commits.get(id)!.message.startsWith(`Revert ${merge}`))
      const back = mergeTrees(treeOf(facts, merge), treeOf(facts, tip), treeOf(facts, previous))
      if (!back.ok) return { reverted: false, reason: 'conflict', detail: back.files.join(', ') }
      const made = { tree: back.tree, parents: [tip], message }
      const commit = done ?? store(life, addCommit(facts.commits, made, date))
      const from = done ? facts.commits.get(done)!.parents[0]! : tip
      const result = moveTarget(life, { target, commit, previous: from, ours: true })
      if (!result.landed) return { reverted: false, reason: result.reason, detail: result.detail }
      return { reverted: true, commit, checkout: result.checkout, detail: result.detail }
    },
  } satisfies Partial<Outside>
}

function rescuing(life: Life) {
  const { facts } = life
  const prefix = (run: string) => `refs/wiggum/rescue/${run}/`
  const list = (run: string) =>
    [...facts.refs].flatMap(([ref, commit]) => (ref.startsWith(prefix(run)) ? [{ ref, commit }] : []))
  const rescueCommit = async ({ run }: Vault, commit: string) => {
    bring(life, commit)
    const latest = list(run).at(-1)
    if (latest && treeId(treeOf(facts, latest.commit)) === treeId(treeOf(facts, commit))) return latest
    life.place('rescue:objects')
    const ref = `${prefix(run)}${list(run).length + 1}`
    moveRef(life, ref, { to: commit, why: 'rescue' })
    life.place('rescue:ref')
    return { ref, commit }
  }
  return {
    listRescues: async ({ run }) => list(run),
    rescueCommit,
    secretsAdded: async () => [],
    passesCheck: async () => true,
    listHeld: async () => [],
    dropHeld: async () => {},
    rescueWorkspace: async (vault, { name }, start) => {
      const { head } = takeOver(life, name, { start, label: name })
      if ([...facts.refs.values()].some((tip) => isIn(life, head, tip))) return null
      const rescued = await rescueCommit(vault, head)
      const files = differences(treeOf(facts, start), treeOf(facts, rescued.commit)).length
      return { ...rescued, files, unsaved: [] }
    },
  } satisfies Partial<Outside>
}

function userTree(life: Life) {
  const { facts } = life
  const commitUserTree = async (_: Vault, parent: string | null, label: string) => {
    const onto = parent ?? facts.refs.get(TARGET)!
    if (treeId(treeOf(facts, onto)) === treeId(facts.checkout)) return onto
    const made = { tree: facts.checkout, parents: [onto], message: `Work of ${label}` }
    return store(life, addCommit(facts.commits, made))
  }
  return {
    commitUserTree,
    markUserTree: (_, commit) => {
      facts.mark = commit
    },
    changedSinceMark: async () => {
      if (facts.mark === null) return []
      return differences(treeOf(facts, facts.mark), facts.checkout).map(({ path }) => ({
        path,
        change: 'modified' as const,
        added: 1,
        deleted: 1,
      }))
    },
    leaveOut: () => {},
  } satisfies Partial<Outside>
}
