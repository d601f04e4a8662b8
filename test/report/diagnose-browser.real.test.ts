import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DiagnosedRun } from '../../src/diagnose/diagnosed-run.ts'
import { diagnosisOf } from '../../src/diagnose/diagnosis.ts'
import { diagnosePage } from '../../src/report/diagnose/html/page.ts'
import { createWatch } from '../../src/trace/create-watch.ts'
import { diagnosed, edit, read, shell } from '../diagnose/hand-made.ts'
import { inTiers } from '../support/in-tiers.ts'

const CHROMIUM = '/usr/bin/chromium'
const missing = existsSync(CHROMIUM) ? '' : `left out: there is no ${CHROMIUM}`

const HOSTILE = `</title></style><script>window.__pwned=1</script><img src=x onerror="window.__pwned=2">"onmouseover=alert(1) javascript:alert(3) \u202egpj.exe`

/** Ninety runs of three models: some succeed, some say so, some go round in circles. */
function manyRuns(): DiagnosedRun[] {
  return Array.from({ length: 90 }, (_, at) => {
    const circles = Array.from({ length: 3 + (at % 12) }, () =>
      shell('cat b', { text: 'no such file', isError: true }),
    )
    const run = diagnosed([read('a.py'), edit('a.py', `${at}`), ...circles], {
      head: {
        id: `run-${at}`,
        model: `model-${at % 3}`,
        resolved: at % 4 === 0,
        task: `Task ${at}`,
        cwd: `/home/me/${at % 2}`,
      },
      watch: () => createWatch({ agent: 'an-agent', task: null, detectors: {} }),
      maxSteps: 20,
      how: at % 2 === 0 ? 'finished' : null,
    })
    const risk = { probability: (at % 10) / 10, reasons: ['no tests were run'], calibrated: true }
    return at % 2 === 0 ? { ...run, false_completion: risk } : run
  })
}

function hostileRun(): DiagnosedRun {
  const run = diagnosed([edit(HOSTILE, HOSTILE), shell(HOSTILE, HOSTILE)], {
    head: { id: HOSTILE, model: HOSTILE, agent: HOSTILE, task: HOSTILE, cwd: HOSTILE },
    how: 'finished',
  })
  const estimate = { probability: 0.9, reasons: [HOSTILE], calibrated: true }
  const seen = {
    detector: HOSTILE,
    tier: 'halt' as const,
    step: 2,
    share: 0.5,
    probability: 0.5,
    evidence: [HOSTILE],
  }
  return { ...run, file: HOSTILE, false_completion: estimate, detections: [seen] }
}

const file = (path: string) => ({ path, format: 'claude', guessed: true, runs: 1, bytes: 10, problems: [] })

describe.runIf(missing === '' || process.env.WIGGUM_TEST_REQUIRE_ALL)(`in Chromium ${missing}`, () => {
  let browser: Browser
  const dir = mkdtempSync(join(tmpdir(), 'wiggum-diagnosis-'))
  const pages: Record<string, string> = {}

  beforeAll(async () => {
    const torn = { ...file(HOSTILE), problems: [{ kind: 'torn' as const, what: HOSTILE, count: 2 }] }
    const all = {
      many: diagnosePage(diagnosisOf(manyRuns(), [file('a.jsonl')], 0)),
      one: diagnosePage(diagnosisOf(manyRuns().slice(1, 2), [file('a.jsonl')], 0)),
      none: diagnosePage(diagnosisOf([], [], 0)),
      hostile: diagnosePage(diagnosisOf([hostileRun(), { ...hostileRun(), model: 'other' }], [torn], 0)),
    }
    for (const [name, html] of Object.entries(all)) {
      pages[name] = join(dir, `${name}.html`)
      writeFileSync(pages[name], html)
    }
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(dir, { recursive: true, force: true })
  })

  async function open(name: string, more: { dark?: boolean; width?: number } = {}) {
    const colorScheme = more.dark ? 'dark' : 'light'
    const page = await browser.newPage({ colorScheme, viewport: { width: more.width ?? 1200, height: 900 } })
    const [requests, trouble]: [string[], string[]] = [[], []]
    page.on('request', (request) => requests.push(request.url()))
    page.on('console', (message) => trouble.push(message.text()))
    page.on('pageerror', (error) => trouble.push(String(error)))
    await page.goto(`file://${pages[name]}`)
    return { page, requests, trouble }
  }

  const openAll = (page: Page) =>
    page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`)
  const overflow = (page: Page) =>
    page.evaluate(`document.documentElement.scrollWidth - document.documentElement.clientWidth`)

  for (const [some, options] of inTiers(['many', 'hostile', 'one', 'none'], 2))
    test.each(some)(
      '%s: nothing but the file is asked for, nothing is amiss, and a phone shows it without scrolling sideways',
      options,
      async (name) => {
        const { page, requests, trouble } = await open(name, { width: 360 })
        await openAll(page)
        expect(await overflow(page)).toBe(0)
        expect(requests).toEqual([`file://${pages[name]}`])
        expect(trouble).toEqual([])
        // The style is let in by its hash: without it the figures would not stand side by side.
        expect(await page.evaluate(`getComputedStyle(document.querySelector('.figures')).display`)).toBe(
          'grid',
        )
        await page.close()
      },
    )

  test('many: the figures, every plot with its words and its figures, and the worst runs', async () => {
    const { page } = await open('many')
    expect(await page.locator('.figures > div').count()).toBe(4)
    expect(await page.locator('h1').innerText()).toMatch(
      /^\d+ % of the spend came after the point of no return$/,
    )
    const ids = await page.locator('figure.plot').evaluateAll((all) => all.map(({ id }) => id))
    expect(ids).toEqual([
      'plot-spend-by-model',
      'plot-spend-by-project',
      'plot-stopped',
      'plot-seen',
      'plot-calibration',
    ])
    const empty = `[...document.querySelectorAll('figure.plot')].filter((figure) => !figure.querySelector('svg :is(rect, circle)') || !figure.querySelector('table tbody tr')).map(({ id }) => id)`
    expect(await page.evaluate(empty)).toEqual([])
    expect(await page.locator('details.run').count()).toBe(40)
    expect(await page.locator('#runs').innerText()).toContain('The 40 of 90 runs that lost most')
    await page.locator('details.run summary').first().focus()
    await page.keyboard.press('Enter')
    expect(await page.locator('details.run').first().innerText()).toContain('trace.same-call')
    await page.close()
  })

  const looks: [string, string][] = [
    ['many', 'light'],
    ['many', 'dark'],
    ['one', 'dark'],
    ['hostile', 'light'],
  ]
  for (const [some, options] of inTiers(looks, 4))
    test.each(some)('%s, %s: axe finds nothing', options, async (name, theme) => {
      const { page } = await open(name, { dark: theme === 'dark' })
      if (theme === 'light') await openAll(page)
      await page.evaluate(axe.source)
      const found = await page.evaluate(
        `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap(({ id, impact, nodes }) => nodes.slice(0, 3).map(({ html }) => impact + ' ' + id + ': ' + html.slice(0, 160))))`,
      )
      expect(found).toEqual([])
      await page.close()
    })

  test('hostile text is text', async () => {
    const { page, trouble } = await open('hostile')
    await openAll(page)
    expect(await page.evaluate('window.__pwned')).toBeUndefined()
    expect(trouble).toEqual([])
    expect(await page.locator('#runs').innerText()).toContain('<script>window.__pwned=1</script>')
    const odd = `[...document.querySelectorAll('*')].flatMap((each) => [...each.attributes].filter(({ name, value }) =>
      name.startsWith('on') || name === 'style' || name === 'src' || (name === 'href' && !value.startsWith('#'))).map(({ name }) => name))`
    expect(await page.evaluate(odd)).toEqual([])
    const parts = `document.querySelectorAll('script, iframe, object, embed, img, link, base').length`
    expect(await page.evaluate(parts)).toBe(0)
    await page.close()
  })

  test('on paper what is folded is there, and it is light in the dark too', async () => {
    const { page } = await open('many', { dark: true })
    await page.emulateMedia({ media: 'print' })
    expect(await page.evaluate(`getComputedStyle(document.body).backgroundColor`)).toBe('rgb(255, 255, 255)')
    expect(await page.locator('#plot-stopped table').isVisible()).toBe(true)
    await page.close()
  })
})

const SEEN = {
  detector: 'trace.same-call',
  tier: 'nudge' as const,
  step: 3,
  share: 0.1,
  probability: null,
  evidence: ['the same call gave the same result 6 times in a row'],
}

test('a page of thousands of runs stays small, and says what it leaves out', () => {
  const one = manyRuns()[1]!
  const long = {
    ...one,
    task: 'A long task. '.repeat(20),
    trail: 'ER.x'.repeat(100),
    detections: Array.from({ length: 10 }, () => SEEN),
  }
  const html = diagnosePage(
    diagnosisOf(
      Array.from({ length: 3_000 }, () => long),
      [],
      0,
    ),
  )
  expect(html.length).toBeLessThan(1_000_000)
  expect(html).toContain('2,760 more runs that lost less are counted, but not listed')
})
