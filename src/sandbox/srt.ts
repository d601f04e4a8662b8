import { join } from 'node:path'
import type { Box, Network, Place, Program } from './box.ts'
import { isInside } from './paths.ts'

/** Where the settings of one box are. Not in its writable part. */
export function srtSettingsPath(box: Box): string {
  return join(box.scratch, 'srt-settings.json')
}

/** It knows hosts by name, not "everything": all the network means all the names in the box. */
export function srtSettings(box: Box) {
  const own = [join(box.scratch, 'home'), join(box.scratch, 'tmp')]
  const writable = [box.workspace, ...own, ...box.write.map(({ path }) => path)]
  return {
    network: {
      allowedDomains: allowedDomains(box.network, box.domains),
      deniedDomains: [],
      strictAllowlist: true,
    },
    filesystem: {
      denyRead: box.hide.map(({ path }) => path),
      allowRead: [...writable, ...box.read.map(({ path }) => path)],
      allowWrite: writable,
      // What may be read inside what may be written: the settings among an agent's own state.
      denyWrite: box.read.map(({ path }) => path).filter((path) => isWithin(path, box.write)),
      // A private clone: the agent may set up its own repository, and nobody else's git reads it.
      allowGitConfig: true,
    },
  }
}

function isWithin(path: string, places: Place[]): boolean {
  return places.some((place) => isInside(path, place.path))
}

function allowedDomains(network: Network, domains: string[]): string[] {
  return network === 'all' ? domains : []
}

/** Where the user's own are hidden, those without the tokens. */
function npmSettings({ home, hide, scratch }: Box): Record<string, string> {
  const isHidden = home !== null && hide.some(({ path }) => path === join(home.path, '.npmrc'))
  return isHidden ? { npm_config_userconfig: join(scratch, 'home', '.npmrc') } : {}
}

export function wrapInSrt(srt: string, { file, args, env }: Program, box: Box): Program {
  return {
    file: srt,
    args: ['--settings', srtSettingsPath(box), '--', file, ...args],
    // It sets TMPDIR itself, from the first of these.
    env: { ...env, CLAUDE_CODE_TMPDIR: join(box.scratch, 'tmp'), ...npmSettings(box) },
  }
}
