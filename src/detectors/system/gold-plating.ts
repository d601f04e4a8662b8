import type { Finding } from '../../core/events.ts'
import { boundary, detector, fires, immune, quiet } from '../detector.ts'
import { listing } from '../listed-path.ts'
import { ORDERLY, type PhaseScene, pointOf } from '../phase-scene.ts'

const MAX_WORDS = 200
const MAX_TOUCHED = 100

export const goldPlating = detector({
  id: 'system.gold-plating',
  layer: 'system',
  shadow: 'system.gold-plating',
  title: 'polishing while something is broken',
  notices: 'a Maker that works on INFO findings and on nothing that a standing CRITICAL is about',
  blindTo: 'a CRITICAL that is mended in a file which only an INFO finding names, and its own words do not',
  thresholds: { polished: 1 },
  detect: ({ at, before, work, planned }: PhaseScene, { polished }) => {
    const open = before.filter(({ severity }) => severity === 'CRITICAL')
    // Who touches so many files does more than polish.
    if (at !== 'do' || work === null || open.length === 0 || work.touched.length > MAX_TOUCHED) return null
    const minor = before.filter(({ severity, file }) => severity === 'INFO' && file !== null)
    const weighty = before.filter(({ severity }) => severity !== 'INFO')
    const polishes = new Set(minor.map(({ file }) => file))
    const isPlanned = listing(planned)
    const serves = (path: string) =>
      weighty.some((finding) => isAbout(finding, path)) || (!polishes.has(path) && isPlanned(path))
    const shiny = work.touched.filter((path) => polishes.has(path))
    if (shiny.length < polished || work.touched.some(serves)) return null
    return [
      `only ${work.touched.join(', ')} was changed, and no standing CRITICAL is about that`,
      ...open.map((finding) => `open: ${said(finding)}`),
      ...minor.map((finding) => `parked: ${said(finding)}`),
    ]
  },
  correction:
    'Mend what is named as open first, and nothing else in this turn. What is named as parked waits: take back what you did about it, unless the mending needs it.',
  examples: [
    fires('a name is improved while an injection stays open', plating(['src/names.ts'])),
    quiet('both files are changed', plating(['src/names.ts', 'src/query.ts'])),
    quiet('nothing CRITICAL stood', {
      ...plating(['src/names.ts']),
      before: plating([]).before.filter(({ severity }) => severity === 'INFO'),
    }),
    quiet('a file that nobody named: it may be where the fault is mended', plating(['src/escape.ts'])),
    boundary(
      'the finding’s own fix names the file that was changed',
      plating(['src/names.ts'], 'in src/names.ts'),
    ),
    immune('the fix is elsewhere, as the new plan says', {
      ...plating(['src/names.ts', 'src/escape.ts']),
      planned: ['src/escape.ts'],
    }),
  ],
})

/** Its file, or a file that its own words name. */
function isAbout({ file, description, fix, evidence }: Finding, path: string): boolean {
  return file === path || [description, fix, evidence].some((text) => text.includes(path))
}

function said({ file, line, description }: Finding): string {
  const place = file === null ? '' : `${file}${line === null ? '' : `:${line}`}: `
  return `${place}${description}`.replace(/\s+/g, ' ').slice(0, MAX_WORDS)
}

function plating(touched: string[], fix = 'bind the value'): PhaseScene {
  const critical = pointOf({
    file: 'src/query.ts',
    severity: 'CRITICAL',
    description: 'the value is pasted in',
    fix,
  })
  const info = pointOf({
    file: 'src/names.ts',
    severity: 'INFO',
    category: 'quality',
    description: 'a short name',
  })
  return { ...ORDERLY, cycle: 2, before: [critical, info], work: { files: [], touched } }
}
