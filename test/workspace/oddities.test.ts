import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { collect, createWorkspace, type Workspace } from '../../src/workspace/workspace.ts'
import { must, repositoriesEndWithTheirTest, scene, sh, write } from './fixture.ts'

repositoriesEndWithTheirTest()

const inGit = ({ dir }: Workspace, path: string, content: string) =>
  writeFileSync(join(dir, '.git', path), content)

const ODD: [string, (workspace: Workspace, elsewhere: string) => void, RegExp][] = [
  [
    'a nested repository',
    ({ dir }) => {
      write(dir, { 'inner/x': 'x' })
      sh(join(dir, 'inner'), 'init', '-q')
    },
    /a repository of its own in inner\//,
  ],
  [
    'a commondir',
    (workspace, elsewhere) => inGit(workspace, 'commondir', `${elsewhere}\n`),
    /a commondir, which leads to/,
  ],
  [
    'foreign alternates',
    (workspace, elsewhere) => inGit(workspace, 'objects/info/alternates', `${elsewhere}\n`),
    /objects that are borrowed from/,
  ],
  [
    'a HEAD that is no branch',
    (workspace) => inGit(workspace, 'HEAD', 'ref: refs/remotes/evil/x\n'),
    /a HEAD that is no branch: ref: refs\/remotes\/evil\/x/,
  ],
  [
    'a HEAD without a commit',
    (workspace) => inGit(workspace, 'HEAD', 'ref: refs/heads/nowhere\n'),
    /a HEAD without a commit/,
  ],
  [
    'a .git that is a file',
    ({ dir }, elsewhere) => {
      renameSync(join(dir, '.git'), elsewhere)
      writeFileSync(join(dir, '.git'), `gitdir: ${elsewhere}\n`)
    },
    /a link or a file that leads elsewhere/,
  ],
]

async function oddly(change: (workspace: Workspace, elsewhere: string) => void) {
  const { vault, base, root } = await scene({ 'a.txt': 'one\n' })
  const workspace = await createWorkspace(vault, 'maker', base, 'wiggum/x')
  write(workspace.dir, { 'a.txt': 'changed\n' })
  const elsewhere = join(root, '..', 'elsewhere')
  mkdirSync(elsewhere)
  rmSync(elsewhere, { recursive: true })
  change(workspace, elsewhere)
  return must(await collect(vault, workspace, base, 'm'))
}

test.each(ODD)('%s is mentioned, and the work is taken over all the same', async (_, change, says) => {
  const found = await oddly(change)
  expect(found.oddities?.join('; ')).toMatch(says)
  expect(found.tookAlong).toContain('a.txt')
})

test('a branch or a detached HEAD of the agent’s own is nothing odd', async () => {
  const found = await oddly(({ dir }) => {
    sh(dir, 'checkout', '-qb', 'my/own')
    sh(dir, 'checkout', '-q', '--detach')
  })
  expect(found.oddities).toEqual([])
})
