import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { artifactPath, readArtifact, writeArtifact } from '../../src/store/artifacts.ts'
import { EnvironmentError } from '../../src/store/environment-error.ts'
import { writeAtomic } from '../../src/store/files.ts'
import { ensureLayout, type Layout, layoutOf } from '../../src/store/layout.ts'
import { tempFolder } from './children.ts'

let folder: ReturnType<typeof tempFolder>
let layout: Layout
beforeEach(() => {
  folder = tempFolder()
  layout = layoutOf(folder.path)
})
afterEach(() => folder.remove())

describe('the layout', () => {
  test('has the documented paths', () => {
    const dir = join(folder.path, '.wiggum')
    expect(layout).toMatchObject({
      root: folder.path,
      dir,
      events: join(dir, 'events'),
      state: join(dir, 'state'),
    })
    expect(layout).toMatchObject({ index: join(dir, 'events/index.jsonl'), config: join(dir, 'config.yaml') })
    expect(layout.log('r')).toBe(join(dir, 'events/r.jsonl'))
    expect(layout.artifacts('r')).toBe(join(dir, 'artifacts/r'))
    expect(layout.inbox('r')).toBe(join(dir, 'state/inbox/r'))
    expect(layout.lock('land')).toBe(join(dir, 'state/locks/land.lock'))
  })

  test('keeps hostile names inside their folder', () => {
    for (const name of ['..', '.', '', '../../x', 'a/b', 'a\0b']) {
      for (const path of [layout.log(name), layout.artifacts(name), layout.inbox(name), layout.lock(name)]) {
        const inside = path.slice(layout.dir.length + 1).split('/')
        expect(path.startsWith(`${layout.dir}/`) && !path.includes('\0')).toBe(true)
        expect(inside[0] === 'state' ? inside.length : inside.length + 1).toBe(3)
      }
    }
  })

  test('is made once, private, and leaves a changed .gitignore alone', () => {
    ensureLayout(layout)
    const ignore = join(layout.dir, '.gitignore')
    for (const path of [layout.events, join(layout.dir, 'artifacts'), join(layout.state, 'inbox')]) {
      expect(statSync(path).mode & 0o077).toBe(0)
    }
    writeFileSync(ignore, 'mine')
    ensureLayout(layout)
    expect(readFileSync(ignore, 'utf8')).toBe('mine')
  })

  test('shows git what a user configures, and nothing else', () => {
    ensureLayout(layout)
    const yours = ['config.yaml', 'hooks.yaml', 'archetypes/a/prompt.md', 'detectors/d.ts']
    const ours = ['events/index.jsonl', 'artifacts/run/plan.md', 'state/locks/land.lock', 'state/config.yaml']
    for (const name of [...yours, ...ours]) {
      mkdirSync(dirname(join(layout.dir, name)), { recursive: true })
      writeFileSync(join(layout.dir, name), '', { flag: 'a' })
    }
    spawnSync('git', ['init', '-q', folder.path])
    const list = ['-C', folder.path, 'ls-files', '--others', '--exclude-standard']
    const shown = spawnSync('git', list, { encoding: 'utf8' }).stdout.trim().split('\n')
    expect(shown.sort()).toEqual(yours.map((name) => `.wiggum/${name}`).sort())
  })

  test('that cannot be made says why and what to do', () => {
    writeFileSync(layout.dir, 'in the way')
    expect(() => ensureLayout(layout)).toThrow(EnvironmentError)
    try {
      ensureLayout(layout)
    } catch (error) {
      expect(error).toMatchObject({
        fix: expect.stringMatching(/Move that file away/),
        cause: expect.anything(),
      })
    }
  })
})

describe('an atomic write', () => {
  test('replaces the content and leaves no other file', () => {
    const path = join(folder.path, 'note.txt')
    writeAtomic(path, 'first')
    writeAtomic(path, new Uint8Array([104, 105]))
    expect(readFileSync(path, 'utf8')).toBe('hi')
    expect(readdirSync(folder.path)).toEqual(['note.txt'])
  })

  test('does not write through a link that stands in its place', () => {
    const victim = join(folder.path, 'victim')
    const path = join(folder.path, 'note.txt')
    writeFileSync(victim, 'untouched')
    symlinkSync(victim, path)
    writeAtomic(path, 'new')
    expect(readFileSync(victim, 'utf8')).toBe('untouched')
    expect(readFileSync(path, 'utf8')).toBe('new')
  })

  test('where there is no folder is an EnvironmentError', () => {
    expect(() => writeAtomic(join(folder.path, 'none', 'x'), '')).toThrow(EnvironmentError)
  })
})

describe('an artifact', () => {
  test('reads back, also from a folder of its own', () => {
    for (const name of ['plan.md', 'cycle-1/plan.md', '..plan', 'a..b/c']) {
      expect(writeArtifact(layout, 'run', name, `of ${name} ✓`)).toBe(name)
      expect(readArtifact(layout, 'run', name)).toBe(`of ${name} ✓`)
    }
  })

  test('that is not there, or is a folder, is null', () => {
    expect(readArtifact(layout, 'run', 'none.md')).toBeNull()
    writeArtifact(layout, 'run', 'cycle-1/plan.md', '')
    expect(readArtifact(layout, 'run', 'cycle-1')).toBeNull()
    expect(readArtifact(layout, 'run', 'cycle-1/plan.md/x')).toBeNull()
  })

  test('whose name leaves the folder is neither written nor read', () => {
    writeArtifact(layout, 'run', 'control.md', 'readable')
    writeFileSync(join(layout.dir, 'secret'), 'secret')
    expect(readFileSync(join(layout.artifacts('run'), '../../secret'), 'utf8')).toBe('secret')
    const names = [
      '../../secret',
      'a/../../../secret',
      join(layout.dir, 'secret'),
      '',
      '.',
      '..',
      'a//b',
      'a\0b',
      'a\\b',
    ]
    for (const name of names) {
      expect(readArtifact(layout, 'run', name)).toBeNull()
      expect(() => writeArtifact(layout, 'run', name, 'x')).toThrow(/not an artifact name/)
    }
    expect(readFileSync(join(layout.dir, 'secret'), 'utf8')).toBe('secret')
  })

  test('behind a link that leads out is neither written nor read', () => {
    writeArtifact(layout, 'run', 'control.md', 'readable')
    const outside = join(folder.path, 'outside')
    writeFileSync(outside, 'secret')
    symlinkSync(outside, join(layout.artifacts('run'), 'file'))
    symlinkSync(folder.path, join(layout.artifacts('run'), 'folder'))
    expect(readFileSync(join(layout.artifacts('run'), 'folder/outside'), 'utf8')).toBe('secret')
    expect(readArtifact(layout, 'run', 'file')).toBeNull()
    expect(readArtifact(layout, 'run', 'folder/outside')).toBeNull()
    symlinkSync(join(folder.path, 'new'), join(layout.artifacts('run'), 'dangling'))
    for (const name of ['file', 'folder/new', 'folder/new/deep', 'dangling']) {
      expect(() => writeArtifact(layout, 'run', name, 'x')).toThrow(/would leave its folder/)
      expect(() => artifactPath(layout, 'run', name)).toThrow(/would leave its folder/)
    }
    expect(existsSync(join(folder.path, 'new'))).toBe(false)
    expect(readArtifact(layout, 'run', 'dangling')).toBeNull()
    expect(readArtifact(layout, 'run', 'control.md')).toBe('readable')
  })
})
