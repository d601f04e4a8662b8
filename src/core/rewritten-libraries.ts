import { plural } from './plural.ts'
import type { RunState } from './state.ts'
import { verificationOf } from './verification.ts'

const MAX_SHOWN = 5

/**
 * Test libraries that the lockfiles of the base and of the change name alike, and whose content differs once the change is set up and tested:
 * an install script or a test rewrote them. For a question to a person, and for reports.
 */
export function rewrittenLibraries(state: RunState): string[] {
  const before = verificationOf(state, 'baseline')?.libraries ?? {}
  const after = verificationOf(state, 'merged')?.libraries ?? {}
  const others = Object.keys(before).filter((key) => key in after && after[key] !== before[key])
  const shown = others.slice(0, MAX_SHOWN).map((key) => {
    const [folder] = key.split(' ')
    const how = after[key] === 'missing' ? 'is gone' : 'has other content than on the base'
    return `${folder} ${how}, though the lockfile asks for the same version`
  })
  const more = others.length - shown.length
  return more > 0 ? [...shown, `and ${plural(more, 'more library', 'more libraries')}`] : shown
}
