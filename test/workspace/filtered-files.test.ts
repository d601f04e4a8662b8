import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { unfilteredFiles } from '../../src/workspace/filtered-files.ts'
import { collect, createWorkspace } from '../../src/workspace/workspace.ts'
import { inTiers } from '../support/in-tiers.ts'
import { commitAll, must, repositoriesEndWithTheirTest, scene, sh, write } from './fixture.ts'

repositoriesEndWithTheirTest()

function pointer(content: string): string {
  const oid = createHash('sha256').update(content).digest('hex')
  return `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${content.length}\n`
}

const LFS = '*.bin filter=lfs diff=lfs merge=lfs -text\n'
const PROJECT = {
  '.gitattributes': LFS,
  'a.bin': pointer('a'),
  'plain.txt': 'text\n',
  'raw.bin': 'raw before',
  'images/b.png': 'png',
}

interface Case {
  name: string
  does: (dir: string) => void
  /** Path and what is wrong with it. */
  finds: string[]
  before?: (root: string) => void
}

const cases: Case[] = [
  { name: 'raw content over a pointer', does: (dir) => write(dir, { 'a.bin': 'new' }), finds: ['a.bin raw'] },
  { name: 'a new raw file', does: (dir) => write(dir, { 'deep/n.bin': 'new' }), finds: ['deep/n.bin raw'] },
  { name: 'a plain file', does: (dir) => write(dir, { 'plain.txt': 'new' }), finds: [] },
  {
    name: 'a pointer to what nobody has',
    does: (dir) => write(dir, { 'a.bin': pointer('new') }),
    finds: ['a.bin lost'],
  },
  {
    name: 'a pointer to what the user’s store has',
    before: (root) => {
      const oid = createHash('sha256').update('new').digest('hex')
      write(join(root, '.git', 'lfs', 'objects', oid.slice(0, 2), oid.slice(2, 4)), { [oid]: 'new' })
    },
    does: (dir) => write(dir, { 'a.bin': pointer('new') }),
    finds: [],
  },
  { name: 'a pointer that was renamed', does: (dir) => sh(dir, 'mv', 'a.bin', 'z.bin'), finds: [] },
  { name: 'a deletion', does: (dir) => sh(dir, 'rm', '-q', 'a.bin'), finds: [] },
  { name: 'an empty file', does: (dir) => write(dir, { 'empty.bin': '' }), finds: [] },
  { name: 'what was raw before, renamed', does: (dir) => sh(dir, 'mv', 'raw.bin', 'z.bin'), finds: [] },
  {
    name: 'files that come under it by the change',
    does: (dir) => write(dir, { '.gitattributes': `${LFS}*.png filter=lfs\n` }),
    finds: ['images/b.png raw'],
  },
  {
    name: 'the same by a folder’s own attributes',
    does: (dir) => write(dir, { 'images/.gitattributes': '* filter=lfs\n.gitattributes !filter\n' }),
    finds: ['images/b.png raw'],
  },
  {
    name: 'files that leave it by the change',
    does: (dir) => write(dir, { '.gitattributes': '', 'raw.bin': 'changed' }),
    finds: ['a.bin left', 'raw.bin raw'],
  },
  {
    name: 'a filter of the user’s own',
    before: (root) => sh(root, 'config', 'filter.crypt.clean', 'false'),
    does: (dir) => write(dir, { '.gitattributes': `${LFS}*.key filter=crypt\n`, 'n.key': 'plain' }),
    finds: ['n.key raw'],
  },
  {
    name: 'a filter that the user does not have',
    does: (dir) => write(dir, { '.gitattributes': `${LFS}*.key filter=crypt\n`, 'n.key': 'plain' }),
    finds: [],
  },
  {
    name: 'attributes that only the user’s clone has',
    before: (root) => write(root, { '.git/info/attributes': '*.dat filter=lfs\n' }),
    does: (dir) => write(dir, { 'n.dat': 'new' }),
    finds: ['n.dat raw'],
  },
  {
    name: 'attributes that the user has for all their repositories',
    before: (root) => {
      write(root, { '.git/mine': '*.dat filter=lfs\n' })
      sh(root, 'config', 'core.attributesFile', join(root, '.git', 'mine'))
    },
    does: (dir) => write(dir, { 'n.dat': 'new' }),
    finds: ['n.dat raw'],
  },
]

describe('files that no filter was run on', () => {
  for (const [shown, options] of inTiers(cases, 4))
    test.each(shown)('$name', options, async ({ does, before, finds }) => {
      const { vault, root, base } = await scene(PROJECT)
      before?.(root)
      const workspace = await createWorkspace(vault, 'maker', base, 'wiggum/x')
      does(workspace.dir)
      commitAll(workspace.dir, 'work')
      const { head } = must(await collect(vault, workspace, base, 'm'))
      const found = await unfilteredFiles(vault, base, head)
      expect(found.map(({ path, what }) => `${path} ${what}`)).toEqual(finds)
    })

  test('are none where nothing is filtered', async () => {
    const { vault, base } = await scene({ 'a.txt': 'one\n' })
    const workspace = await createWorkspace(vault, 'maker', base, 'wiggum/x')
    write(workspace.dir, { 'a.bin': 'raw' })
    const { head } = must(await collect(vault, workspace, base, 'm'))
    expect(await unfilteredFiles(vault, base, head)).toEqual([])
  })
})
