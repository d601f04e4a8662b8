import { expect, test } from 'vitest'
import { movedFiles } from '../../src/workspace/diff.ts'
import { collect, createWorkspace } from '../../src/workspace/workspace.ts'
import { commitAll, must, repositoriesEndWithTheirTest, scene, sh, write } from './fixture.ts'

repositoriesEndWithTheirTest()

const lines = (word: string) => Array.from({ length: 20 }, (_, n) => `${word} ${n}\n`).join('')

test('a file is moved where most of it is in a new file, and deleted where it is not', async () => {
  const { vault, base } = await scene({ 'a.txt': lines('a'), 'b.txt': lines('b'), 'c.txt': lines('c') })
  const workspace = await createWorkspace(vault, 'maker', base, 'wiggum/x')
  sh(workspace.dir, 'rm', '-q', 'a.txt', 'b.txt', 'c.txt')
  write(workspace.dir, {
    'with\ttab/a.txt': lines('a').replace('a 3', 'changed'),
    'b2.txt': lines('something else').replace('something else 1\n', 'b 1\n'),
  })
  commitAll(workspace.dir, 'work')
  const { head } = must(await collect(vault, workspace, base, 'm'))
  expect([...(await movedFiles(vault, base, head))]).toEqual(['a.txt'])
})
