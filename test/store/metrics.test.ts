import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { metricsOf } from '../../src/cli/metrics.ts'
import { type MetricName, metricTargets } from '../../src/policy/metrics.ts'
import { addSums, lastEndings, NO_SUMS, sumsOf } from '../../src/report/metric-sums.ts'
import { metricsLines, metricsView, standingOf } from '../../src/report/metrics-view.ts'
import { type Layout, layoutOf } from '../../src/store/layout.ts'
import { forgetOldDays, keepDays, readDays } from '../../src/store/metrics-days.ts'
import { keepLines, type MetricLine, readLines } from '../../src/store/metrics-lines.ts'
import { tempFolder } from './children.ts'

let folder: ReturnType<typeof tempFolder>
let layout: Layout
beforeEach(() => {
  folder = tempFolder()
  layout = layoutOf(folder.path)
})
afterEach(() => folder.remove())

const NOW = '2026-03-31T12:00:00.000Z'
const daysAgo = (days: number) => new Date(Date.parse(NOW) - days * 86_400_000).toISOString()

/** What a run came to, as far as a test is about it. */
function ending(task: string, timestamp: string, over: Record<string, number | boolean> = {}): MetricLine[] {
  const values = {
    pass_count: 2,
    max_passes: 5,
    time_per_pass: 20,
    token_cost: 1000,
    early_termination: true,
    suppressed: false,
    drift_detected: false,
    drift_realigned: false,
    ...over,
  }
  return Object.entries(values).map(([metric, value]) => ({
    timestamp,
    component: 'AC-02',
    task_id: task,
    metric,
    value,
    unit: typeof value === 'boolean' ? 'boolean' : 'count',
  }))
}

/** As the end of a run does it. */
function end(lines: MetricLine[], now = NOW): void {
  keepDays(layout, keepLines(layout, lines, now), lines[0]!.task_id)
  forgetOldDays(layout, now)
}

const dates = () => readDays(layout).map(({ date, tasks }) => [date, tasks])
const linesFile = () => join(layout.metrics, 'runs.jsonl')

describe('the lines of single runs', () => {
  test('are one JSON object each, in the named form', () => {
    end(ending('a', NOW))
    const [first] = readFileSync(linesFile(), 'utf8').split('\n')
    expect(JSON.parse(first!)).toEqual({
      timestamp: NOW,
      component: 'AC-02',
      task_id: 'a',
      metric: 'pass_count',
      value: 2,
      unit: 'count',
    })
  })

  test('of one ending are there once, however often it is said', () => {
    end(ending('a', NOW))
    const before = readFileSync(linesFile(), 'utf8')
    end(ending('a', NOW))
    expect(readFileSync(linesFile(), 'utf8')).toBe(before)
    end(ending('b', NOW))
    expect(readLines(layout)).toHaveLength(16)
  })

  test('are kept for 30 days and no longer', () => {
    end(ending('old', daysAgo(31)), daysAgo(31))
    end(ending('edge', daysAgo(30)), daysAgo(30))
    end(ending('new', NOW))
    expect([...new Set(readLines(layout).map(({ task_id }) => task_id))]).toEqual(['edge', 'new'])
  })

  test('that are torn or of another kind are skipped', () => {
    end(ending('a', NOW))
    appendFileSync(linesFile(), '{"timestamp":"2026-\nnull\n{"metric":"x"}\n')
    expect(readLines(layout)).toHaveLength(8)
    end(ending('b', NOW))
    expect(readLines(layout)).toHaveLength(16)
  })

  test('are none where there is no folder, or a file in its place', () => {
    expect(readLines(layout)).toEqual([])
    mkdirSync(layout.dir, { recursive: true })
    writeFileSync(layout.metrics, '')
    expect(readLines(layout)).toEqual([])
    expect(readDays(layout)).toEqual([])
  })
})

describe('the sums of a day', () => {
  test('are made from all of its tasks', () => {
    end(ending('a', '2026-03-30T23:59:59.999Z'))
    end(ending('b', '2026-03-31T00:00:00.000Z', { drift_detected: true, drift_realigned: true }))
    end(
      ending('c', '2026-03-31T11:00:00.000Z', { suppressed: true, max_passes: 1, early_termination: false }),
    )
    expect(dates()).toEqual([
      ['2026-03-30', 1],
      ['2026-03-31', 2],
    ])
    expect(readDays(layout)[1]).toEqual({
      date: '2026-03-31',
      component: 'AC-02',
      tasks: 2,
      pass_count: 4,
      time_minutes: 40,
      token_cost: 2000,
      issues_found: 0,
      issues_fixed: 0,
      may_go_on: 1,
      early_termination: 1,
      suppressed: 1,
      drift_detected: 1,
      drift_realigned: 1,
    })
  })

  test('count a run that ended twice once, on the day of its last ending', () => {
    end(ending('a', daysAgo(1), { pass_count: 3 }))
    end(ending('b', daysAgo(1)))
    end(ending('a', NOW, { pass_count: 4 }))
    expect(readDays(layout).map(({ tasks, pass_count }) => [tasks, pass_count])).toEqual([
      [1, 2],
      [1, 4],
    ])
    end(ending('b', NOW))
    expect(dates()).toEqual([['2026-03-31', 2]])
  })

  test('are kept for a year and no longer', () => {
    for (const days of [366, 365]) end(ending(`${days}`, daysAgo(days)), daysAgo(days))
    expect(dates()).toHaveLength(2)
    end(ending('new', NOW))
    expect(dates()).toEqual([
      [daysAgo(365).slice(0, 10), 1],
      ['2026-03-31', 1],
    ])
  })

  test('survive a file that cannot be read, and files of others are left alone', () => {
    end(ending('a', NOW))
    const daily = join(layout.metrics, 'daily')
    writeFileSync(join(daily, '2026-03-01.json'), '{')
    writeFileSync(join(daily, 'notes.txt'), 'mine')
    expect(dates()).toEqual([['2026-03-31', 1]])
    end(ending('b', NOW))
    expect(existsSync(join(daily, 'notes.txt'))).toBe(true)
    expect(readdirSync(daily).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })
})

/** The last that is wanted, the two between which nothing is said, and the first that is an alert. */
function around(...values: number[]): [number, string][] {
  const standings = ['on target', 'off target', 'off target', 'alert']
  return values.map((value, at) => [value, standings[at]!])
}

describe('what is shown', () => {
  test('is the last 30 days beside the year', () => {
    end(ending('long ago', daysAgo(200), { pass_count: 6 }), daysAgo(200))
    end(ending('a', daysAgo(2)), daysAgo(2))
    end(ending('b', NOW))
    const view = metricsOf(layout, NOW)
    expect(view).toMatchObject({ tasks: 2, tasks_in_year: 3 })
    expect(view.metrics[0]).toMatchObject({ value: 2, year: 10 / 3, standing: 'on target' })
  })

  test('is nothing for a project without an ended run', () => {
    const view = metricsOf(layout, NOW)
    expect(view.metrics.every(({ standing, value }) => standing === 'no data' && value === null)).toBe(true)
    expect(metricsLines(view)).toEqual(['No run has ended yet. Start one: wiggum run "<task>"'])
  })

  test('a single pass is no task that could have ended early', () => {
    const single = ending('a', NOW, { suppressed: true, max_passes: 1, early_termination: false })
    const sums = sumsOf(lastEndings([...single, ...ending('b', NOW)]))
    const rate = metricsView(sums, sums).metrics.find(({ metric }) => metric === 'early_termination_rate')
    expect(rate).toMatchObject({ value: 100, standing: 'on target' })
  })

  test('sums of days add up', () => {
    const one = sumsOf([ending('a', NOW)])
    expect(addSums(NO_SUMS, one)).toEqual(one)
    expect(addSums(one, one)).toMatchObject({ tasks: 2, pass_count: 4, token_cost: 2000 })
  })

  test.each<[MetricName, [number, string][]]>([
    [
      'passes_per_task',
      [
        [1.9, 'off target'],
        [2, 'on target'],
        [3, 'on target'],
        [3.1, 'off target'],
        [5, 'off target'],
        [5.1, 'alert'],
      ],
    ],
    ['time_per_pass', around(29.9, 30, 60, 60.1)],
    ['token_cost_per_task', around(49_999, 50_000, 100_000, 100_001)],
    ['early_termination_rate', around(80.1, 80, 50, 49.9)],
    ['drift_detection_rate', around(9.9, 10, 25, 25.1)],
    ['suppression_rate', around(19.9, 20, 40, 40.1)],
  ])('%s has its target and its alert', (name, cases) => {
    const { target, alert } = metricTargets[name]
    for (const [value, standing] of cases)
      expect([value, standingOf(value, target, alert)]).toEqual([value, standing])
    expect(standingOf(null, target, alert)).toBe('no data')
  })

  test('says in words what is wanted and where somebody should look', () => {
    const many = sumsOf([ending('a', NOW, { pass_count: 6, time_per_pass: 400, token_cost: 120_000 })])
    const text = metricsLines(metricsView(many, many)).join('\n')
    expect(text).toContain('1 task in the last 30 days, 1 in the last year')
    expect(text).toMatch(/Passes per task +6 +6 +2 to 3 +above 5 +ALERT/)
    expect(text).toMatch(/Time per pass +66\.7 min +66\.7 min +below 30 min +above 60 min +ALERT/)
    expect(text).toMatch(/Tokens per task +120000 +120000 +below 50000 +above 100000 +ALERT/)
    expect(text).toMatch(/Done before the last pass +100 % +100 % +above 80 % +below 50 % +on target/)
  })
})
