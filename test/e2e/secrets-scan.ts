import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from '../support/cli.ts'

/** What must be found nowhere of a secret: itself, each line of it, and what is its own in base64. */
function tracesOf(secret: string): string[] {
  const lines = secret.split('\n').filter((line) => line.length >= 8 && !line.startsWith('-----'))
  return lines.flatMap((line) => [line, encodeURIComponent(line), ...base64Of(line)])
}

function base64Of(text: string): string[] {
  return [0, 1, 2].map((before) => {
    const whole = Buffer.from(`${'-'.repeat(before)}${text}`).toString('base64')
    return whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + text.length) * 8) / 6))
  })
}

/** Every place of a world that is not the run's private repository, with what was seen on screens. */
export function leaksOf(world: World, secrets: string[], screens: string[]): string[] {
  const traces = secrets.flatMap(tracesOf)
  const leaks: string[] = []
  const look = (where: string, text: string) => {
    for (const trace of traces) if (text.includes(trace)) leaks.push(`${where}: ${trace.slice(0, 12)}…`)
  }
  for (const folder of ['repo', 'home'])
    for (const path of filesIn(join(world.dir, folder))) {
      look('a name', path)
      // In a repository what is written is packed and deflated: git shows it below.
      if (!path.includes('/.git/objects/')) look(path, readFileSync(path, 'latin1'))
    }
  const objects = world.git('cat-file', '--batch-all-objects', '--batch-check=%(objectname) %(objecttype)')
  for (const line of objects.trim().split('\n')) {
    const [id = '', type = ''] = line.split(' ')
    look(`${type} ${id}`, world.git('cat-file', type === 'tree' ? '-p' : type, id))
  }
  look('refs', world.git('for-each-ref'))
  for (const [at, screen] of screens.entries()) look(`screen ${at}`, screen)
  return [...new Set(leaks)]
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : []
  })
}
