import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { land } from '../../src/workspace/land.ts'
import { buildMerge } from '../../src/workspace/merge.ts'
import { rescueWorkspace } from '../../src/workspace/rescue.ts'
import { checkoutTree } from '../../src/workspace/tree.ts'
import { changedFiles, diffText } from '../../src/workspace/vault.ts'
import { collect, createWorkspace, type Workspace } from '../../src/workspace/workspace.ts'
import { inTiers } from '../support/in-tiers.ts'
import { commitAll, DATE, must, repositoriesEndWithTheirTest, scene, sh, write } from './fixture.ts'

repositoriesEndWithTheirTest()

interface Plot {
  workspace: Workspace
  /** A command line that writes the canary, and passes its input on. */
  bite: string
}

/** What an agent can leave in its workspace in the hope that the supervisor's git runs it. */
const VECTORS: Record<string, (plot: Plot) => void> = {
  hooks: ({ workspace, bite }) => {
    for (const hook of [
      'pre-commit',
      'post-checkout',
      'post-index-change',
      'reference-transaction',
      'pre-auto-gc',
    ]) {
      const path = join(workspace.dir, '.git', 'hooks', hook)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, `#!/bin/sh\n${bite}\n`)
      chmodSync(path, 0o755)
    }
  },
  'core.hooksPath in the tree': ({ workspace, bite }) => {
    write(workspace.dir, {
      'h/reference-transaction': `#!/bin/sh\n${bite}\n`,
      'h/post-index-change': `#!/bin/sh\n${bite}\n`,
    })
    chmodSync(join(workspace.dir, 'h/reference-transaction'), 0o755)
    chmodSync(join(workspace.dir, 'h/post-index-change'), 0o755)
    sh(workspace.dir, 'config', 'core.hooksPath', 'h')
  },
  'core.fsmonitor': ({ workspace, bite }) =>
    void sh(workspace.dir, 'config', 'core.fsmonitor', `${bite}; false`),
  'clean and smudge filters': ({ workspace, bite }) => {
    filter(workspace.dir, bite)
    write(workspace.dir, { '.gitattributes': '* filter=evil\n' })
  },
  'filters inside a repository in the repository': ({ workspace, bite }) => {
    const inner = join(workspace.dir, 'inner')
    write(inner, { x: 'x' })
    sh(inner, 'init', '-q')
    sh(inner, '-c', 'user.name=x', '-c', 'user.email=x@y', 'commit', '-q', '--allow-empty', '-m', 'inner')
    sh(inner, 'add', 'x')
    filter(inner, bite)
    write(inner, { '.gitattributes': '* filter=evil\n', x: 'y' })
  },
  'a submodule known to the base': ({ workspace, bite }) => {
    const sub = join(workspace.dir, 'sub')
    sh(sub, 'init', '-q')
    write(sub, { x: 'x' })
    sh(sub, 'add', 'x')
    sh(sub, '-c', 'user.name=x', '-c', 'user.email=x@y', 'commit', '-q', '-m', 'sub')
    filter(sub, bite)
    sh(sub, 'config', 'core.fsmonitor', `${bite}; false`)
    write(sub, { '.gitattributes': '* filter=evil\n', x: 'y' })
  },
  'external diff and textconv': ({ workspace, bite }) => {
    sh(workspace.dir, 'config', 'diff.external', bite)
    sh(workspace.dir, 'config', 'diff.evil.textconv', bite)
    sh(workspace.dir, 'config', 'diff.evil.command', bite)
    write(workspace.dir, { '.gitattributes': '* diff=evil\n' })
  },
  'a merge driver': ({ workspace, bite }) => {
    sh(workspace.dir, 'config', 'merge.evil.driver', bite)
    write(workspace.dir, { '.gitattributes': '* merge=evil\n' })
  },
  'included configuration': ({ workspace, bite }) => {
    write(workspace.dir, { 'evil.config': `[core]\n\tfsmonitor = "${bite.replaceAll('"', '\\"')}; false"\n` })
    sh(workspace.dir, 'config', 'include.path', '../evil.config')
    sh(workspace.dir, 'config', 'extensions.worktreeConfig', 'true')
    sh(workspace.dir, 'config', '--worktree', 'core.fsmonitor', `${bite}; false`)
  },
  '.gitmodules': ({ workspace, bite }) => {
    write(workspace.dir, {
      '.gitmodules': `[submodule "m"]\n\tpath = m\n\turl = ext::sh -c ${JSON.stringify(bite)}\n\tupdate = !${bite}\n`,
    })
  },
  'uploadpack.packObjectsHook': ({ workspace, bite }) =>
    void sh(workspace.dir, 'config', 'uploadpack.packObjectsHook', `${bite}; exec "$@"`),
  'a promisor remote that is fetched from on demand': ({ workspace, bite }) => {
    sh(workspace.dir, 'config', 'extensions.partialClone', 'p')
    sh(workspace.dir, 'config', 'remote.p.url', workspace.dir)
    sh(workspace.dir, 'config', 'remote.p.promisor', 'true')
    sh(workspace.dir, 'config', 'remote.p.uploadpack', `${bite};`)
    write(workspace.dir, { lazy: 'lazy' })
    sh(workspace.dir, 'add', 'lazy')
    sh(workspace.dir, 'commit', '-q', '-m', 'lazy')
    const blob = sh(workspace.dir, 'rev-parse', 'HEAD:lazy')
    execFileSync('rm', ['-f', join(workspace.dir, '.git/objects', blob.slice(0, 2), blob.slice(2))])
  },
  'signing, editor, pager, credentials and ssh programs': ({ workspace, bite }) => {
    const program = join(workspace.dir, '.git', 'evil')
    writeFileSync(program, `#!/bin/sh\n${bite}\n`)
    chmodSync(program, 0o755)
    const keys = ['gpg.program', 'core.editor', 'core.pager', 'credential.helper', 'core.sshCommand']
    for (const key of [...keys, 'core.alternateRefsCommand']) sh(workspace.dir, 'config', key, program)
    sh(workspace.dir, 'config', 'commit.gpgSign', 'true')
  },
}

function filter(dir: string, bite: string): void {
  sh(dir, 'config', 'filter.evil.clean', `${bite}; cat`)
  sh(dir, 'config', 'filter.evil.smudge', `${bite}; cat`)
  sh(dir, 'config', 'filter.evil.required', 'true')
}

async function plotted(name: string) {
  const made = await scene({ 'a.txt': 'one\n', 'b.txt': 'two\n' })
  sh(made.root, 'update-index', '--add', '--cacheinfo', `160000,${made.base},sub`)
  sh(made.root, 'commit', '-q', '-m', 'a submodule')
  mkdirSync(join(made.root, 'sub'), { recursive: true })
  const base = sh(made.root, 'rev-parse', 'HEAD')
  const workspace = await createWorkspace(made.vault, 'maker', base, 'wiggum/x')
  const canary = join(dirname(made.root), 'canary')
  write(workspace.dir, { 'a.txt': 'changed\n', 'n.txt': 'new\n' })
  VECTORS[name]?.({ workspace, bite: `echo bitten >> '${canary}'` })
  return { ...made, base, workspace, bitten: () => existsSync(canary) }
}

describe('nothing an agent planted is run by us', () => {
  for (const [some, options] of inTiers(Object.keys(VECTORS), 2))
    test.each(some)('%s', options, async (name) => {
      const { vault, workspace, base, bitten } = await plotted(name)
      const { head } = must(await collect(vault, workspace, base, 'm'))
      expect(head).not.toBe(base)
      await changedFiles(vault, base, head)
      expect((await diffText(vault, base, head, 10_000)).text).toContain('+changed')
      const wish = { base, head, onto: base, method: 'no-ff', subject: 's', runId: vault.run, date: DATE }
      const { commit } = must(await buildMerge(vault, wish))
      await checkoutTree(vault, 'verify', commit)
      await rescueWorkspace(vault, workspace, base)
      const landed = await land(vault, { target: 'main', commit, previous: base, ours: false })
      // A .gitmodules that could start a program is refused by git's own check of the objects.
      expect(landed.landed).toBe(name !== '.gitmodules')
      expect(bitten()).toBe(false)
    })
})

describe('positive control: the same plot works on a git that is run inside the workspace', () => {
  const tries: Record<string, (dir: string) => void> = {
    hooks: (dir) => void commitAll(dir, 'x'),
    'core.hooksPath in the tree': (dir) => void commitAll(dir, 'x'),
    'core.fsmonitor': (dir) => void sh(dir, 'status'),
    'clean and smudge filters': (dir) => void sh(dir, 'add', '-A'),
    'filters inside a repository in the repository': (dir) => void sh(join(dir, 'inner'), 'add', '-A'),
    'a submodule known to the base': (dir) => void sh(dir, 'status'),
    'external diff and textconv': (dir) => void sh(dir, 'diff'),
    'included configuration': (dir) => void sh(dir, 'status'),
    'a promisor remote that is fetched from on demand': (dir) => void sh(dir, 'cat-file', '-p', 'HEAD:lazy'),
    'signing, editor, pager, credentials and ssh programs': (dir) => void commitAll(dir, 'x'),
  }

  test.each(Object.keys(tries))('%s', { tags: 'deep' }, async (name) => {
    const { workspace, bitten } = await plotted(name)
    try {
      tries[name]?.(workspace.dir)
    } catch {
      // Some of them break the command; they ran all the same.
    }
    expect(bitten()).toBe(true)
  })

  test('our own plumbing would run a filter if the repository it works for had one', async () => {
    const { vault, workspace, base, bitten, root } = await plotted('clean and smudge filters')
    filter(vault.dir, `echo bitten >> '${join(dirname(root), 'canary')}'`)
    await collect(vault, workspace, base, 'm')
    expect(bitten()).toBe(true)
  })
})
