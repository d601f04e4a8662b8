import { wordsInCommit } from '../workspace/base-words.ts'
import { changedNames, movedFiles } from '../workspace/diff.ts'
import { unfilteredFiles } from '../workspace/filtered-files.ts'
import { folderDigest } from '../workspace/folder-digest.ts'
import { isAncestor, treeOf } from '../workspace/git.ts'
import { dropHeld, listHeld } from '../workspace/hold-back.ts'
import { alreadyLanded, land, publish } from '../workspace/land.ts'
import { leaveMarks } from '../workspace/leave-marks.ts'
import { buildMerge, sealMerge } from '../workspace/merge.ts'
import { passesCheck, readRef } from '../workspace/publish.ts'
import type { pushRefs } from '../workspace/push.ts'
import { resolveCommit } from '../workspace/repository.ts'
import { listRescues, rescueCommit, rescueWorkspace } from '../workspace/rescue.ts'
import { revertLanding } from '../workspace/revert.ts'
import { commitPatched } from '../workspace/reviewed-change.ts'
import { secretsAdded } from '../workspace/secrets-added.ts'
import { checkoutTree, commitOverlay } from '../workspace/tree.ts'
import { changedSinceMark, commitUserTree, leaveOut, markUserTree } from '../workspace/user-tree.ts'
import {
  changedFiles,
  countCommits,
  diffText,
  openVault,
  vaultBlobs,
  vaultFile,
  vaultHas,
  vaultTree,
} from '../workspace/vault.ts'
import {
  collect,
  createWorkspace,
  existingWorkspace,
  removeTrees,
  removeWork,
  removeWorkspace,
  unlockWorkspace,
} from '../workspace/workspace.ts'
import type { hostDetectors } from './host-detectors.ts'
import type { send } from './outbox.ts'
import { superviseProcess, sweepLeash } from './supervise.ts'

/**
 * All that a run does beyond its own files: git, processes, messages. Whoever performs a command reaches them through
 * this one object, so that the crash simulator can put a world in memory in its place.
 */
export const realOutside = {
  // Programs.
  superviseProcess,
  sweepLeash,
  // The vault, and what is read there.
  openVault,
  vaultHas,
  vaultTree,
  vaultBlobs,
  vaultFile,
  isAncestor,
  treeOf,
  countCommits,
  changedFiles,
  changedNames,
  movedFiles,
  diffText,
  wordsInCommit,
  unfilteredFiles,
  // Trees that agents and checks work in.
  createWorkspace,
  existingWorkspace,
  unlockWorkspace,
  removeWorkspace,
  removeWork,
  removeTrees,
  collect,
  checkoutTree,
  commitOverlay,
  commitPatched,
  leaveMarks,
  folderDigest,
  // The user's repository.
  resolveCommit,
  readRef,
  buildMerge,
  sealMerge,
  alreadyLanded,
  land,
  publish,
  revertLanding,
  listRescues,
  rescueCommit,
  rescueWorkspace,
  secretsAdded,
  passesCheck,
  listHeld,
  dropHeld,
  // The user's own tree, where a live session works in it.
  commitUserTree,
  markUserTree,
  changedSinceMark,
  leaveOut,
  // Seldom needed, so loaded when they are.
  pushRefs: async (...order: Parameters<typeof pushRefs>) =>
    (await import('../workspace/push.ts')).pushRefs(...order),
  hostDetectors: async (...order: Parameters<typeof hostDetectors>) =>
    (await import('./host-detectors.ts')).hostDetectors(...order),
  send: async (...order: Parameters<typeof send>) => (await import('./outbox.ts')).send(...order),
}

export type Outside = typeof realOutside
