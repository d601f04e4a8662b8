import { type Family, FEATURES } from '../../src/trace/features.ts'
import { weights } from '../../src/trace/weights.ts'
import { intervals } from './bootstrap.ts'
import { type CurvePoint, curveOf } from './curve.ts'
import { COLUMNS, COMPLETION_COLUMNS } from './learn.ts'
import { areaUnder, calibrationOf, type Figures, figuresOf, foundAt, type Verdict } from './measure.ts'
import { atFalseShare, operated } from './operate.ts'
import { type Judged, judgeBy, judgeUnseen } from './out-of-fold.ts'
import { ports } from './ports/index.ts'
import type { TracedRun } from './traced.ts'

export const STRONG = ['DS-V3', 'DS-R1-672B', 'gpt-4o-2024-08-06', 'o1_low', 'o1_high']
/** A model with fewer successes says nothing about a share of a few per cent. */
const LEAST_SUCCESSES = 20

export interface Line {
  name: string
  figures: Figures
  ranges: Record<string, [number, number]>
}

export interface Section {
  title: string
  lines: Line[]
}

export interface Completion {
  name: string
  area: number
  range: [number, number]
  found: number
  runs: number
  wrong: number
}

export interface Report {
  counts: Record<string, number>
  sections: Section[]
  models: { name: string; successes: number; failures: number; falseHalts: number; recall: number }[]
  worst: { name: string; falseHalts: number } | null
  completion: Completion[]
  calibration: {
    name: string
    error: number
    rows: { bin: number; count: number; mean: number; seen: number }[]
  }[]
  ablation: { name: string; recall: number; nudge: number; area: number }[]
  curves: { name: string; points: CurvePoint[] }[]
  dots: { name: string; points: CurvePoint[] }[]
}

export interface Options {
  frozen: boolean
  ablation: boolean
}

export function reportOn(runs: readonly TracedRun[], { frozen, ablation }: Options): Report {
  const strong = runs.filter(({ model }) => STRONG.includes(model))
  const groups: [string, readonly TracedRun[]][] = [['all models', runs]]
  // Of other data nobody said which models are strong.
  if (strong.length > 0) groups.unshift(['strong models', strong])
  const columns = { columns: COLUMNS, completionColumns: COMPLETION_COLUMNS }
  const unseen = frozen ? null : judgeUnseen(runs, { leaveModelOut: true, ...columns })
  const seen = frozen ? null : judgeUnseen(runs, { leaveModelOut: false, ...columns })
  // The shipped weights at limits of these very runs: what they would do for an agent that they were calibrated for.
  const shipped = frozen ? judgeBy(weights, runs) : null
  const judgedOf = (judged: Judged[] | null, group: readonly TracedRun[]) =>
    judged?.filter(({ run }) => group.includes(run)) ?? []
  const sections = groups.map(([title, group]) => ({
    title,
    lines: [
      ...(seen && unseen
        ? [
            ...ours('ours, unseen instances', { judged: seen, group, leaveModelOut: false }),
            ...ours('ours, unseen instances and models', { judged: unseen, group, leaveModelOut: true }),
          ]
        : []),
      ...(shipped
        ? [
            line('shipped weights: at ≤ 2 % false halts', atFalseShare(judgedOf(shipped, group), 0.02)),
            line('shipped weights: told at ≤ 5 %', atFalseShare(judgedOf(shipped, group), 0.05, 'nudge')),
          ]
        : []),
      line(
        frozen ? 'ours, as shipped' : 'ours, as shipped (has seen these runs)',
        group.map((run) => ({ run, spoken: run.shipped })),
      ),
      line(
        'our rules alone',
        group.map((run) => ({ run, spoken: run.rules })),
      ),
      ...Object.keys(runs[0]?.byRule ?? {})
        .filter((id) => id !== 'trace.false-completion')
        .map((id) =>
          line(
            `  ${id} (as shipped)`,
            group.map((run) => ({ run, spoken: run.byRule[id]! })),
          ),
        ),
      ...ports.map((port, at) =>
        line(
          port.tool,
          group.map((run) => ({ run, spoken: run.ports[at]! })),
        ),
      ),
    ],
  }))
  const verdicts = unseen ? operated(unseen, true) : runs.map((run) => ({ run, spoken: run.shipped }))
  const models = perModel(verdicts)
  const enough = models
    .filter(({ successes }) => successes >= LEAST_SUCCESSES)
    .toSorted((a, b) => b.falseHalts - a.falseHalts)
  return {
    counts: countsOf(runs, strong),
    sections,
    models,
    worst: enough[0] ? { name: enough[0].name, falseHalts: enough[0].falseHalts } : null,
    completion: groups.flatMap(([title, group]) => [
      ...(seen ? [completion(`${title}, unseen instances`, judgedOf(seen, group).map(completionPoint))] : []),
      ...(unseen
        ? [completion(`${title}, unseen instances and models`, judgedOf(unseen, group).map(completionPoint))]
        : []),
      completion(
        `${title}, as shipped${frozen ? '' : ' (has seen these runs)'}`,
        group.map((run) => ({ run, score: run.shipped.completion })),
      ),
    ]),
    calibration: calibrations(runs),
    ablation: ablation && !frozen ? ablated(runs, strong.length > 0 ? strong : runs) : [],
    curves: [
      ...(shipped ? [{ name: 'shipped weights', points: curveOf(judgedOf(shipped, groups[0]![1])) }] : []),
      ...(seen ? [{ name: 'unseen instances', points: curveOf(judgedOf(seen, groups[0]![1])) }] : []),
      ...(unseen ? [{ name: 'unseen models too', points: curveOf(judgedOf(unseen, groups[0]![1])) }] : []),
    ],
    dots: sections[0]!.lines
      .filter(({ name }) => ports.some(({ tool }) => tool === name) || name.startsWith('ours, as shipped'))
      .map(({ name, figures: { falseHalts, recall } }) => ({ name, points: [{ falseHalts, recall }] })),
  }
}

interface Ours {
  judged: readonly Judged[]
  group: readonly TracedRun[]
  leaveModelOut: boolean
}

function ours(name: string, { judged, group, leaveModelOut }: Ours): Line[] {
  const inside = judged.filter(({ run }) => group.includes(run))
  const limited = operated(judged, leaveModelOut).filter(({ run }) => group.includes(run))
  return [
    line(`${name}: at its own limits`, limited),
    line(`${name}: at ≤ 2 % false halts`, atFalseShare(inside, 0.02)),
    line(`${name}: told at ≤ 5 %`, atFalseShare(inside, 0.05, 'nudge')),
  ]
}

function line(name: string, verdicts: readonly Verdict[]): Line {
  const ranges = intervals(
    verdicts,
    ({ run }) => run.instance,
    (drawn) => ({ ...figuresOf(drawn) }),
  )
  return { name, figures: figuresOf(verdicts), ranges }
}

function countsOf(runs: readonly TracedRun[], strong: readonly TracedRun[]): Record<string, number> {
  const of = (some: readonly TracedRun[], key: 'resolved' | 'exhausted' | 'cut') =>
    some.filter((run) => run[key]).length
  return {
    runs: runs.length,
    resolved: of(runs, 'resolved'),
    exhausted: of(runs, 'exhausted'),
    cut: of(runs, 'cut'),
    'falsely finished': runs.filter(({ finished, resolved }) => finished && !resolved).length,
    'strong runs': strong.length,
    'strong resolved': of(strong, 'resolved'),
    'strong exhausted': of(strong, 'exhausted'),
    'strong cut': of(strong, 'cut'),
  }
}

function perModel(verdicts: readonly Verdict[]): Report['models'] {
  return [...new Set(verdicts.map(({ run }) => run.model))].sort().map((name) => {
    const own = verdicts.filter(({ run }) => run.model === name)
    const { falseHalts, recall } = figuresOf(own)
    const count = (key: 'resolved' | 'exhausted') => own.filter(({ run }) => run[key]).length
    return { name, successes: count('resolved'), failures: count('exhausted'), falseHalts, recall }
  })
}

interface Point {
  run: TracedRun
  score: number
}

function completionPoint({ run, completion: score }: Judged): Point {
  return { run, score }
}

function completion(name: string, all: readonly Point[]): Completion {
  const points = all
    .filter(({ run }) => run.finished)
    .map(({ run, score }) => ({ run, score, wrong: !run.resolved }))
  const area = (some: typeof points) => ({ area: areaUnder(some) })
  const range = intervals(points, ({ run }) => run.instance, area).area ?? [Number.NaN, Number.NaN]
  const wrong = points.filter((point) => point.wrong).length
  return { name, area: areaUnder(points), range, found: foundAt(points, 0.1), runs: points.length, wrong }
}

/** At one step of each run, half way through its budget, so that long runs do not count more. */
function calibrations(runs: readonly TracedRun[]): Report['calibration'] {
  const alive = runs.filter(({ length, cap }) => length > cap / 2)
  const half = alive.map((run) => ({
    probability: run.shipped.stagnation[Math.floor(run.cap / 2)]!,
    wrong: run.exhausted,
  }))
  const done = runs
    .filter(({ finished }) => finished)
    .map((run) => ({ probability: run.shipped.completion, wrong: !run.resolved }))
  return [
    { name: 'stagnation, as shipped, at half of the budget', ...calibrationOf(half) },
    { name: 'false completion, as shipped, at the finish', ...calibrationOf(done) },
  ]
}

/** Without each family in turn, and with it alone; on unseen instances. */
function ablated(runs: readonly TracedRun[], group: readonly TracedRun[]): Report['ablation'] {
  const families = [...new Set(FEATURES.map(({ family }) => family))].filter((family) => family !== 'budget')
  const kept = (columns: readonly number[], keep: (family: Family) => boolean) =>
    columns.filter((at) => keep(FEATURES[at]!.family))
  const judge = (name: string, keep: (family: Family) => boolean) => {
    const split = {
      leaveModelOut: false,
      columns: kept(COLUMNS, keep),
      completionColumns: kept(COMPLETION_COLUMNS, keep),
    }
    const judged = judgeUnseen(runs, split).filter(({ run }) => group.includes(run))
    const points = judged
      .filter(({ run }) => run.finished)
      .map(({ run, completion: score }) => ({ score, wrong: !run.resolved }))
    return {
      name,
      recall: figuresOf(atFalseShare(judged, 0.02)).recall,
      nudge: figuresOf(atFalseShare(judged, 0.05, 'nudge')).nudgeRecall,
      area: areaUnder(points),
    }
  }
  return [
    judge('all families', () => true),
    ...families.map((family) => judge(`without ${family}`, (each) => each !== family)),
    ...families.map((family) => judge(`only ${family}`, (each) => each === family)),
  ]
}
