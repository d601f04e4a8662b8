import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findVersioned, isOlder, type Program } from '../../src/agents/program-version.ts'

const acme: Program = {
  title: 'Acme',
  file: 'acme',
  package: '@acme/cli',
  install: 'install it with `npm install -g @acme/cli`',
  since: '2.10.0',
}
let root: string

/** A program in `<folder>/lib/…`, linked to from `<folder>/bin`, as npm does it. */
async function install(folder: string, at: string, manifest: object | null): Promise<void> {
  const file = join(root, folder, at)
  await mkdir(dirname(file), { recursive: true })
  await mkdir(join(root, folder, 'bin'), { recursive: true })
  await writeFile(file, '#!/bin/sh\n')
  await chmod(file, 0o755)
  if (manifest) await writeFile(join(dirname(file), '..', 'package.json'), JSON.stringify(manifest))
  await symlink(file, join(root, folder, 'bin/acme'))
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'wiggum-version-'))
  const inPackage = 'lib/node_modules/@acme/cli/bin/acme.js'
  await install('new', inPackage, { name: '@acme/cli', version: '2.10.1' })
  await install('old', inPackage, { name: '@acme/cli', version: '2.9.9' })
  await install('other', inPackage, { name: 'something-else', version: '0.0.1' })
  await install('native', 'share/acme/versions/2.9.0', null)
  await install('plain', 'share/acme', null)
})
afterAll(() => rm(root, { recursive: true, force: true }))

const find = (folder: string, program = acme) => findVersioned(program, join(root, folder, 'bin'))

describe('finding a program and its version without starting it', () => {
  test.each([
    ['new', '2.10.1'],
    ['other', null],
    ['plain', null],
  ])('%s: %s', async (folder, version) => {
    expect(await find(folder)).toEqual({ ok: true, file: join(root, folder, 'bin/acme'), version })
  })

  test.each(['old', 'native'])('one that is too old (%s) says so, and what to type', async (folder) => {
    const found = await find(folder)
    expect(found).toMatchObject({ ok: false, fix: 'update it with `npm install -g @acme/cli@latest`' })
    if (!found.ok) expect(found.problem).toMatch(/^Acme 2\.9\.\d is too old: 2\.10\.0 or newer is needed/)
  })

  test('where no version is known to be too old, every one is good', async () => {
    expect(await find('old', { ...acme, since: null })).toMatchObject({ ok: true, version: '2.9.9' })
  })

  test('one that is missing says what to install', async () => {
    expect(await find('nowhere')).toEqual({
      ok: false,
      problem: 'Acme (the program `acme`) is not on the PATH',
      fix: acme.install,
    })
  })
})

test.each([
  ['2.9.9', '2.10.0', true],
  ['2.10.0', '2.10.0', false],
  ['2.10.0-beta.1', '2.10.0', false],
  ['10.0.0', '2.10.0', false],
  ['1', '2.10.0', true],
])('%s is older than %s: %s', (version, than, answer) => {
  expect(isOlder(version, than)).toBe(answer)
})
