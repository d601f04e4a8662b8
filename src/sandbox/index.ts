import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Box, Program, Sandbox } from './box.ts'
import { wrapInBubblewrap } from './bubblewrap.ts'
import { CACHE_VARIABLES } from './places.ts'
import { makeScratch, reuseScratch } from './scratch.ts'
import { srtSettings, srtSettingsPath, wrapInSrt } from './srt.ts'

/** Turns a program into the same program inside its box. */
export function enclose({ name, file }: Sandbox, program: Program, box: Box): Program {
  if (name === 'bubblewrap') return wrapInBubblewrap(file, inHome(program, box.home?.path ?? null), box)
  if (name === 'srt') return wrapInSrt(file, inHome(program, join(box.scratch, 'home')), box)
  return program
}

/** Makes on disk what the box needs before a program can start in it. */
export function furnish({ name }: Sandbox, box: Box, copies: string[]): void {
  if (name === 'none') return
  makeScratch(box, copies)
  if (name === 'srt') writeFileSync(srtSettingsPath(box), JSON.stringify(srtSettings(box), null, 2))
}

/** The same for the next command in the same box. */
export function refurnish({ name }: Sandbox, box: Box): void {
  if (name === 'bubblewrap') reuseScratch(box, [])
}

/** Caches go where the program may write; the session's own sockets are not there. */
function inHome(program: Program, home: string | null): Program {
  const { XDG_RUNTIME_DIR: _, ...env } = program.env
  if (home === null) return { ...program, env }
  for (const name of CACHE_VARIABLES) if (env[name] !== undefined) env[name] = join(home, '.cache', name)
  return { ...program, env }
}
