import { dirname, join } from 'node:path'
import type { Box, Network, Place, Program } from './box.ts'
import { isInside } from './paths.ts'
import { PORTS_FOLDER, withPorts } from './ports.ts'

/**
 * A user namespace of its own where the kernel gives one, so that not even root is root inside. The process namespace
 * ends with its first process, so nothing can stay behind. No new terminal session: the supervisor made one already.
 */
const ISOLATION = [
  '--unshare-user-try',
  '--unshare-pid',
  '--unshare-ipc',
  '--die-with-parent',
  '--cap-drop',
  'ALL',
]
const SYSTEM = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc']

/** Runs nothing but `true`, with all that a real box needs of the kernel. */
export function probeArguments(): string[] {
  return [...ISOLATION, '--unshare-net', ...SYSTEM, '--tmpfs', '/run', '--bind', '/tmp', '/tmp', '--', 'true']
}

export function wrapInBubblewrap(bwrap: string, program: Program, box: Box): Program {
  const { file, args, env } = box.ports === null ? program : withPorts(program, process.execPath)
  const mounts = mountsOf(box).flatMap(argumentsOf)
  const place = ['--chdir', box.workspace]
  const isolation = [...ISOLATION, ...networkArguments(box.network)]
  return { file: bwrap, args: [...isolation, ...SYSTEM, ...mounts, ...place, '--', file, ...args], env }
}

function networkArguments(network: Network): string[] {
  return network === 'all' ? [] : ['--unshare-net']
}

export type Mount =
  | { kind: 'read' | 'write'; path: string; from: string }
  /** An empty folder of its own. */
  | { kind: 'empty'; path: string }

/** In the order in which they are made: what is deeper lies on top of what is around it. */
export function mountsOf(box: Box): Mount[] {
  const mounts = [
    ...box.temp.map((path) => ({ kind: 'write' as const, path, from: join(box.scratch, 'tmp') })),
    ...homeMounts(box),
    ...box.shared.map(({ path, from }) => ({ kind: 'write' as const, path, from })),
    ...box.hide.flatMap((place) => hidden(place, box)),
    ...box.read.map(({ path }) => ({ kind: 'read' as const, path, from: path })),
    ...box.write.map(({ path }) => ({ kind: 'write' as const, path, from: path })),
    ...(box.ports === null ? [] : [{ kind: 'read' as const, path: PORTS_FOLDER, from: box.ports }]),
    { kind: 'write' as const, path: box.workspace, from: box.workspace },
  ]
  // The last one for a path counts.
  const byPath = new Map(mounts.map((mount) => [mount.path, mount]))
  return [...byPath.values()].sort((a, b) => depth(a.path) - depth(b.path))
}

function homeMounts({ home, scratch, write }: Box): Mount[] {
  if (home === null) return []
  const open = home.entries.filter(({ path }) => !write.some((place) => isInside(path, place.path)))
  return [
    { kind: 'write', path: home.path, from: join(scratch, 'home') },
    ...open.map(({ path }) => ({ kind: 'read' as const, path, from: path })),
  ]
}

/** What lies in a private folder is not there in the first place. */
function hidden({ path, folder }: Place, { scratch, home }: Box): Mount[] {
  if (home?.folders.includes(dirname(path))) return []
  return folder ? [{ kind: 'empty', path }] : [{ kind: 'read', path, from: join(scratch, 'empty') }]
}

function argumentsOf(mount: Mount): string[] {
  if (mount.kind === 'empty') return ['--tmpfs', mount.path]
  return [mount.kind === 'read' ? '--ro-bind' : '--bind', mount.from, mount.path]
}

function depth(path: string): number {
  return path.split('/').length
}
