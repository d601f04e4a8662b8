import { describe, expect, test } from 'vitest'
import { parseConfig } from '../../src/config/load.ts'
import type { Box } from '../../src/sandbox/box.ts'
import { mountsOf, wrapInBubblewrap } from '../../src/sandbox/bubblewrap.ts'
import { enclose } from '../../src/sandbox/index.ts'
import { srtSettings } from '../../src/sandbox/srt.ts'

const folder = (path: string) => ({ path, folder: true })
const box: Box = {
  workspace: '/home/u/work/run/maker',
  write: [folder('/home/u/.agent')],
  read: [{ path: '/home/u/.agent/settings', folder: false }],
  hide: [folder('/home/u/work'), folder('/home/u/.ssh'), { path: '/srv/key', folder: false }],
  temp: ['/tmp'],
  home: {
    path: '/home/u',
    folders: ['/home/u'],
    entries: [folder('/home/u/.agent'), folder('/home/u/docs')],
  },
  shared: [{ path: '/home/u/.npm/_cacache', from: '/caches/npm' }],
  scratch: '/scratch',
  network: 'all',
  ports: null,
  domains: ['example.org'],
}
const program = {
  file: '/bin/agent',
  args: ['-p'],
  env: { HOME: '/home/u', GOCACHE: '/big/cache', XDG_RUNTIME_DIR: '/run/user/1' },
}
const flags = (over: Partial<Box> = {}) =>
  wrapInBubblewrap('/usr/bin/bwrap', program, { ...box, ...over }).args

describe('bubblewrap', () => {
  test('what is deeper is mounted later, and what is open beats what is hidden', () => {
    const mounts = mountsOf(box).map(({ kind, path }) => `${kind} ${path}`)
    const order = (name: string) => mounts.indexOf(name)
    expect(order('write /home/u')).toBeLessThan(order('write /home/u/.agent'))
    expect(order('write /home/u/.agent')).toBeLessThan(order('read /home/u/.agent/settings'))
    expect(order('write /home/u')).toBeGreaterThan(-1)
    expect(mounts.at(-1)).toBe('write /home/u/work/run/maker')
    expect(mounts).toContain('read /home/u/docs')
    expect(mounts).not.toContain('read /home/u/.agent')
  })

  test('a hidden file is an empty one, and what the private home does not show needs no mount', () => {
    expect(mountsOf(box)).toContainEqual({ kind: 'read', path: '/srv/key', from: '/scratch/empty' })
    expect(mountsOf(box).filter(({ path }) => path === '/home/u/.ssh')).toEqual([])
    const open = { ...box, home: null }
    expect(mountsOf(open)).toContainEqual({ kind: 'empty', path: '/home/u/.ssh' })
  })

  test('a network is taken away unless all of it is open', () => {
    expect(flags()).not.toContain('--unshare-net')
    expect(flags({ network: 'none' })).toContain('--unshare-net')
    expect(flags({ network: [80], ports: '/sockets' })).toEqual(
      expect.arrayContaining(['--unshare-net', '/sockets', '/run/wiggum-ports']),
    )
  })

  test('it keeps no power, ends with its starter, and runs the program as it was', () => {
    expect(flags()).toEqual(expect.arrayContaining(['--die-with-parent', '--unshare-pid', '--cap-drop']))
    expect(flags().slice(-3)).toEqual(['--', '/bin/agent', '-p'])
  })
})

describe('srt', () => {
  test('has the same places', () => {
    const { filesystem } = srtSettings(box)
    expect(filesystem.allowWrite).toEqual([box.workspace, '/scratch/home', '/scratch/tmp', '/home/u/.agent'])
    expect(filesystem.denyRead).toEqual(['/home/u/work', '/home/u/.ssh', '/srv/key'])
    expect(filesystem.denyWrite).toEqual(['/home/u/.agent/settings'])
    expect(filesystem.allowRead).toEqual(expect.arrayContaining([box.workspace, '/home/u/.agent/settings']))
  })

  test.each([
    ['all', ['example.org']],
    ['none', []],
  ] as const)('network %s', (network, allowedDomains) => {
    expect(srtSettings({ ...box, network }).network).toMatchObject({ allowedDomains })
  })
})

describe('the environment', () => {
  test('caches are where the program may write, and the session is not named', () => {
    const { env } = enclose({ name: 'bubblewrap', file: 'bwrap' }, program, box)
    expect(env).toEqual({ HOME: '/home/u', GOCACHE: '/home/u/.cache/GOCACHE' })
  })

  test('without a sandbox nothing changes', () => {
    expect(enclose({ name: 'none', file: '' }, program, box)).toEqual(program)
  })
})

describe('the configuration', () => {
  test('a network is all, none or a list of ports', () => {
    const read = (value: string) => parseConfig(`sandbox_options: { network: ${value} }`, 'c')
    expect(read('[11434]')).toMatchObject({ ok: true, config: { sandbox_options: { network: [11434] } } })
    expect(read('some')).toEqual({
      ok: false,
      message: 'c:1:20: "sandbox_options.network" must be all, none or a list of port numbers, not "some".',
    })
    expect(read('[99999]')).toMatchObject({ ok: false })
  })
})
