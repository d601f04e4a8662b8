import { describe, expect, test } from 'vitest'
import { Markup, markup } from '../../src/report/html/markup.ts'
import { htmlReport } from '../../src/report/html/page.ts'
import { band } from '../../src/report/html/plots/band.ts'
import { type LaneNode, lanes } from '../../src/report/html/plots/lanes.ts'
import { axis, percent } from '../../src/report/html/plots/scale.ts'
import { stackedArea } from '../../src/report/html/plots/stacked-area.ts'
import { stackedBars } from '../../src/report/html/plots/stacked-bars.ts'
import { timeScale } from '../../src/report/html/plots/time-scale.ts'
import { STYLE } from '../../src/report/html/style.ts'
import { simulate } from '../core/simulate.ts'
import { factsOf } from './html-play.ts'

describe('markup', () => {
  test('a value is text, in an element and in an attribute, whatever it holds', () => {
    const evil = `<b>&"'\`</b>`
    expect(markup`<p title="${evil}">${evil}</p>`.html).toBe(
      '<p title="&lt;b&gt;&amp;&quot;&#39;&#96;&lt;/b&gt;">&lt;b&gt;&amp;&quot;&#39;&#96;&lt;/b&gt;</p>',
    )
  })

  test('markup within markup stays so, lists of it too; nothing is nothing', () => {
    expect(markup`<ul>${[markup`<li>${1}</li>`, markup`<li>${null}${false}</li>`]}</ul>`.html).toBe(
      '<ul><li>1</li><li></li></ul>',
    )
    expect(markup`${{ html: '<b>' } as unknown as string}`.html).not.toContain('<b>')
    expect(markup``).toBeInstanceOf(Markup)
  })

  test('control bytes and what turns text around are gone', () => {
    expect(markup`${'a\u0000\u001b[31mb\u202ec\u2066d\ud800'}`.html).toBe('a[31mbcd')
  })
})

describe('scales', () => {
  test.each([
    [0.134, 0.15, [0.05, 0.1, 0.15]],
    [3, 3, [1, 2, 3]],
    [31_120, 40_000, [20_000, 40_000]],
    [0, 1, []],
    [Number.NaN, 1, []],
  ])('an axis for %s ends at %s', (max, top, marks) => {
    const drawn = axis(max)
    expect(drawn.top).toBeCloseTo(top)
    expect(drawn.marks.length).toBe(marks.length)
    for (const [at, mark] of marks.entries()) expect(drawn.marks[at]).toBeCloseTo(mark)
  })

  test('a percentage is within the plot', () => {
    expect([percent(-1), percent(0.12345), percent(7)]).toEqual(['0%', '12.35%', '100%'])
  })

  test('time is drawn as it passed', () => {
    const { at, breaks } = timeScale([{ start_ms: 0, end_ms: 100_000 }], 100_000)
    expect([at(0), at(25_000), at(100_000)]).toEqual([0, 0.25, 1])
    expect(breaks).toEqual([])
  })

  test('a night without work is drawn short, what comes before and after it in proportion', () => {
    const night = 8 * 3_600_000
    const busy = [
      { start_ms: 0, end_ms: 60_000 },
      { start_ms: 60_000 + night, end_ms: 180_000 + night },
    ]
    const { at, breaks } = timeScale(busy, 180_000 + night)
    expect(breaks).toEqual([{ at: expect.any(Number), ms: night }])
    expect(at(60_000)).toBeCloseTo(0.97 / 3)
    expect(at(60_000 + night)).toBeCloseTo(0.97 / 3 + 0.03)
    expect(at(180_000 + night)).toBeCloseTo(1)
    const moments = [0, 30_000, 60_000, 60_000 + night / 2, 90_000 + night, 180_000 + night].map(at)
    expect(moments).toEqual(moments.toSorted((a, b) => a - b))
  })

  test('a short pause is no break', () => {
    const busy = [
      { start_ms: 0, end_ms: 60_000 },
      { start_ms: 75_000, end_ms: 120_000 },
    ]
    expect(timeScale(busy, 120_000).breaks).toEqual([])
  })
})

describe('plots', () => {
  const scale = timeScale([{ start_ms: 0, end_ms: 1000 }], 1000)
  const words = (value: number) => `${value}`

  test('an area per name, each on top of the one before, up to the sum', () => {
    const points = [
      { at_ms: 250, values: [2, 0] },
      { at_ms: 500, values: [2, 2] },
    ]
    const { html } = stackedArea({ points, scale, until_ms: 1000, words, time: words })
    const paths = [...html.matchAll(/class="area[^"]*" d="([^"]+)"/g)].map(([, path]) => path)
    // 180 is the foot, 0 the top, which is 4.
    expect(paths).toEqual([
      'M250 90L500 90L500 90L1000 90L1000 180L500 180L500 180L250 180Z',
      'M250 90L500 90L500 0L1000 0L1000 90L500 90L500 90L250 90Z',
    ])
  })

  test('a column is as high as its parts; none says 0', () => {
    const part = (value: number) => ({ className: 'critical', value, letter: 'C' })
    const { html } = stackedBars([
      { label: 'cycle 1', parts: [part(2), part(1)], note: '' },
      { label: 'cycle 2', parts: [part(0)], note: '' },
    ])
    const heights = [...html.matchAll(/class="bar[^>]*height="([\d.]+)"/g)].map(([, height]) =>
      Number(height),
    )
    expect(heights[0]).toBeCloseTo((140 * 2) / 3, 1)
    expect(heights[1]).toBeCloseTo(140 / 3, 1)
    expect(heights.length).toBe(2)
    expect(html).toMatch(/>0<\/text>/)
  })

  test('a state takes the time it held, and is named where there is room', () => {
    const parts = [
      { from_ms: 0, to_ms: 950, className: 'closed', label: 'CLOSED' },
      { from_ms: 950, to_ms: 1000, className: 'open', label: 'OPEN' },
    ]
    const { html } = band({ parts, marks: [], hatched: 'open', scale, time: words })
    expect(html).toContain('x="95%" width="5%"')
    expect(html).toContain('>CLOSED<')
    expect(html).not.toContain('>OPEN<')
    expect(html).toContain('url(#hatch)')
  })

  test('a line goes from each event to what follows from it', () => {
    const node = (id: number, lane: number, parents: number[]): LaneNode => ({
      ...{ id, lane, parents, shape: 'dot', className: 'plain', before: null },
      words: markup`${id}`,
    })
    // 1 → 2 (another lane) → 4 (back), and 1 → 3 (the same lane).
    const all = [node(1, 0, []), node(2, 1, [1]), node(3, 0, [1]), node(4, 0, [2, 3, 99])]
    const rows = lanes(all, ['nobody', 's0']).html.split('<li>').slice(1)
    const edges = rows.map((row) =>
      [...row.matchAll(/x1="(\d+)" y1="(\d+)" x2="(\d+)" y2="([^"]+)"/g)].map(([, ...at]) => at.join(' ')),
    )
    expect(edges).toEqual([
      ['9 15 24 100%', '9 15 9 100%'],
      ['9 0 9 100%', '24 0 24 15', '24 15 24 100%'],
      ['24 0 24 100%', '9 0 9 15', '9 15 9 100%'],
      ['24 0 9 15', '9 0 9 15'],
    ])
  })
})

describe('the page', () => {
  const facts = factsOf(simulate().events)

  test('loads itself again only while the run goes on', () => {
    expect(htmlReport(facts, { live: false })).not.toContain('http-equiv="refresh"')
    const live = htmlReport(facts, { live: true })
    expect(live).toContain('<meta http-equiv="refresh" content="5">')
    expect(live).toContain('<strong>Live:</strong>')
  })

  test('is the same for the same log, and has no other headings than in order', () => {
    const page = htmlReport(facts, { live: false })
    expect(htmlReport(factsOf(simulate().events), { live: false })).toBe(page)
    const levels = [...page.matchAll(/<h(\d)/g)].map(([, level]) => Number(level))
    expect(levels[0]).toBe(1)
    for (const [at, level] of levels.entries()) expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1)
  })

  test.each(['light', 'dark'])('%s: words have a contrast of 4.5, marks one of 3', (theme) => {
    const [light, dark] = STYLE.split('@media (prefers-color-scheme:dark)')
    const colours = Object.fromEntries(
      [...(theme === 'light' ? light : dark)!.matchAll(/--([\w-]+):(#[0-9a-f]{3,6})/g)].map(
        ([, name, value]) => [name, value!],
      ),
    )
    const of = (name: string, on: string) => contrast(colours[name]!, colours[on]!)
    for (const on of ['bg', 'card'])
      for (const name of ['ink', 'soft', 'good', 'bad', 'wait', 'live'])
        expect(of(name, on), `${name} on ${on}`).toBeGreaterThan(4.5)
    for (const mark of ['good', 'bad', 'wait', 'live'])
      expect(of(mark, `${mark}-bg`), mark).toBeGreaterThan(4.5)
    for (const mark of ['s0', 's1', 's2', 's3', 's4', 's5', 'nobody'])
      expect(of(mark, 'bg'), mark).toBeGreaterThan(3)
    for (const under of ['good', 'bad', 'wait', 'nobody'])
      expect(of('on', under), `words in ${under}`).toBeGreaterThan(4.5)
  })
})

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminance(hex: string): number {
  const full = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1)
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(full.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
