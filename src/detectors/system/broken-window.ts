import { boundary, detector, fires, quiet } from '../detector.ts'
import { type Deferred, ORDERLY, type PhaseScene, pointOf } from '../phase-scene.ts'

export const brokenWindow = detector({
  id: 'system.broken-window',
  layer: 'system',
  shadow: 'system.broken-window',
  title: 'what is left undone piles up',
  notices: 'WARNINGs that were left standing by this run and by the one that landed before it',
  blindTo: 'whether somebody mended the earlier ones by hand meanwhile',
  thresholds: { warnings: 3 },
  detect: ({ at, deferred: { now, earlier } }: PhaseScene, { warnings }) => {
    if (at !== 'end' || earlier === null || now.length === 0 || earlier.findings.length === 0) return null
    const all = [...earlier.findings, ...now]
    if (all.length < warnings) return null
    return [
      `${now.length} left standing by this run, ${earlier.findings.length} by ${earlier.run}`,
      ...all.map(said),
    ]
  },
  correction:
    'Clean up what earlier runs left undone. Mend each of these, with a test where behaviour changes:',
  examples: [
    fires('one now, two the time before', left(1, 2)),
    quiet('three now, none the time before', left(3, 0)),
    quiet('none now, three the time before', left(0, 3)),
    quiet('the first run of a project', { ...left(3, 0), deferred: { now: points(3), earlier: null } }),
    boundary('one now, one the time before', left(1, 1)),
  ],
})

function said({ file, line, category, description }: Deferred): string {
  const place = file === null ? '' : ` in ${file}${line === null ? '' : `:${line}`}`
  return `${category}${place}: ${description}`.replace(/\s+/g, ' ').slice(0, 300)
}

function left(now: number, before: number): PhaseScene {
  return {
    ...ORDERLY,
    at: 'end',
    deferred: { now: points(now), earlier: { run: '2026-01-01-earlier', findings: points(before) } },
  }
}

function points(count: number): Deferred[] {
  return Array.from({ length: count }, (_, at) => pointOf({ file: `src/part-${at}.ts` }))
}
