import { thresholds } from '../policy/thresholds.ts'
import type { Finding } from './events.ts'
import { matchOneToOne } from './finding-matching.ts'
import { dedupe } from './findings.ts'

/** Whether the cycles of a run lead anywhere. A finding is followed by what it says, never by an id. */

type Fate = 'NEW' | 'RESOLVED' | 'PERSISTENT' | 'REGRESSED'

export interface Convergence {
  score: number
  band: 'converging' | 'stalling' | 'diverging' | 'stuck'
  /** The present findings, and those that the last cycle had and this one has not. */
  fates: { finding: Finding; fate: Fate }[]
  counts: { new: number; resolved: number; persistent: number; regressed: number }
}

/** One issue through the cycles: how it was put, and in which cycles. */
interface Track {
  wordings: Finding[]
  seen: number[]
}

/** `history` is oldest first. */
export function converge(history: Finding[][], present: Finding[]): Convergence {
  const now = history.length
  const fates = follow([...history, present]).flatMap((track) => {
    const fate = fateOf(track, now)
    return fate ? [{ finding: latest(track), fate }] : []
  })
  const count = (fate: Fate) => fates.filter((each) => each.fate === fate).length
  const counts = {
    new: count('NEW'),
    resolved: count('RESOLVED'),
    persistent: count('PERSISTENT'),
    regressed: count('REGRESSED'),
  }
  return { ...judge(counts), fates, counts }
}

/** Present in cycle N-2, absent in N-1, present in N. */
export function oscillating(history: Finding[][], present: Finding[]): Finding[] {
  const now = history.length
  return follow([...history, present])
    .filter(({ seen }) => seen.includes(now) && !seen.includes(now - 1) && seen.includes(now - 2))
    .map(latest)
}

/** In two consecutive cycles, as the present one puts it. */
export function samePersisting(previous: Finding[], present: Finding[]): Finding[] {
  const { fates } = converge([previous], present)
  return fates.flatMap(({ finding, fate }) => (fate === 'PERSISTENT' ? [finding] : []))
}

function judge(counts: Convergence['counts']): Pick<Convergence, 'score' | 'band'> {
  const moved = counts.resolved + counts.new + counts.regressed
  if (moved === 0) {
    return counts.persistent === 0 ? { score: 1, band: 'converging' } : { score: 0, band: 'stuck' }
  }
  const score = counts.resolved / moved
  if (score > thresholds.converging) return { score, band: 'converging' }
  return { score, band: score >= thresholds.stalling ? 'stalling' : 'diverging' }
}

/** `null` is a finding that was gone before the last cycle and still is. */
function fateOf({ seen }: Track, now: number): Fate | null {
  const before = seen.includes(now - 1)
  if (!seen.includes(now)) return before ? 'RESOLVED' : null
  if (before) return 'PERSISTENT'
  return seen.length > 1 ? 'REGRESSED' : 'NEW'
}

function follow(cycles: Finding[][]): Track[] {
  const tracks: Track[] = []
  for (const [cycle, raised] of cycles.entries()) {
    const findings = dedupe(raised)
    const matched = matchOneToOne(tracks, findings, ({ wordings }) => wordings)
    for (const finding of findings) {
      const track = matched.get(finding)
      if (!track) tracks.push({ wordings: [finding], seen: [cycle] })
      else {
        track.wordings.push(finding)
        track.seen.push(cycle)
      }
    }
  }
  return tracks
}

function latest(track: Track): Finding {
  return track.wordings.at(-1)!
}
