import { describe, expect, test } from 'vitest'
import { EnvironmentError, namingDisk } from '../../src/store/environment-error.ts'
import { machineFailure, objectsGone } from '../../src/workspace/git-disk.ts'

const PLACE = '/work/vault.git'

describe('what git says of the machine', () => {
  test.each([
    [
      'error: unable to write file /p/.git/objects/ab/tmp_obj_x: No space left on device',
      '/p/.git/objects',
      'is full',
    ],
    ['fatal: write error: No space left on device\nfatal: unpack-objects failed', PLACE, 'is full'],
    ["fatal: sha1 file '/p/.git/objects/pack/tmp_pack' write error. Out of diskspace", '/p/.git', 'is full'],
    ["fatal: cannot create directory at 'src': Disk quota exceeded", PLACE, 'quota'],
    [
      "fatal: Unable to create '/p/.git/refs/heads/main.lock': Read-only file system",
      '/p/.git/refs/heads/main.lock',
      'read-only',
    ],
    ['error: open("/p/.git/objects/x"): Input/output error', '/p/.git/objects/x', 'the disk fails'],
    ['error: unable to create temporary file: Permission denied', PLACE, 'permission'],
    [
      'error: insufficient permission for adding an object to repository database .git/objects',
      PLACE,
      'permission',
    ],
    ['File too large', PLACE, 'size limit'],
    ['fatal: cannot open pack: Too many open files', PLACE, 'too many files'],
  ])('%s', (said, place, why) => {
    const failure = machineFailure(said, PLACE)
    expect(failure).toBeInstanceOf(EnvironmentError)
    expect(failure!.message).toMatch(/^Cannot write \/[^\n]+\.$/)
    expect(failure!.message).toContain(place)
    expect(failure!.message).toContain(why)
  })

  test.each([
    'fatal: ambiguous argument: unknown revision',
    'fatal: Not a valid object name: the file "No space left on device" is mine',
    "warning: unable to access '/root/.config/git/attributes': Permission denied",
    'error: unable to write file src/a.js',
    '',
  ])('is another failure, where a disk has room: %s', (said) => {
    expect(machineFailure(said, '/')).toBeNull()
  })

  test('objects that were pruned are no bug of ours', () => {
    const said = "error: invalid object 100644 d97c5eada5d8c52079031eef0107a4430a9617c5 for 'a'"
    expect(objectsGone(said, PLACE)).toMatchObject({ message: expect.stringContaining(PLACE) })
    expect(objectsGone('fatal: refusing to merge unrelated histories', PLACE)).toBeNull()
  })
})

describe('a failed write', () => {
  const fails = (code: string, over: object = {}) => Object.assign(new Error(code), { code, ...over })

  test('names where: its own path, or the place that was written', () => {
    expect(namingDisk(fails('ENOSPC', { path: '/from', dest: '/to' }), [])).toMatchObject({
      message: 'Cannot write /to: the disk is full.',
    })
    expect(namingDisk(fails('EIO'), ['/work'])).toMatchObject({
      message: 'Cannot write /work: the disk fails.',
    })
  })

  test('for another reason stays what it was', () => {
    const error = fails('ENOENT', { path: '/x' })
    expect(namingDisk(error, ['/'])).toBe(error)
  })
})
