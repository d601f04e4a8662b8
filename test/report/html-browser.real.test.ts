import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { htmlReport } from '../../src/report/html/page.ts'
import { simulate } from '../core/simulate.ts'
import { inTiers } from '../support/in-tiers.ts'
import { factsOf, goingRound, HOSTILE, hostileEvents, stuckEvents } from './html-play.ts'

const CHROMIUM = '/usr/bin/chromium'
const missing = existsSync(CHROMIUM) ? '' : `left out: there is no ${CHROMIUM}`

/** What a browser made of a page: everything it asked for, said or tried. */
interface Opened {
  page: Page
  requests: string[]
  trouble: string[]
}

describe.runIf(missing === '' || process.env.WIGGUM_TEST_REQUIRE_ALL)(`in Chromium ${missing}`, () => {
  let browser: Browser
  const dir = mkdtempSync(join(tmpdir(), 'wiggum-page-'))
  const files: Record<string, string> = {}

  beforeAll(async () => {
    const pages = {
      round: simulate(goingRound()).events,
      stuck: stuckEvents(),
      hostile: hostileEvents(),
    }
    for (const [name, events] of Object.entries(pages)) {
      files[name] = join(dir, `${name}.html`)
      writeFileSync(files[name], htmlReport(factsOf(events), { live: false }))
    }
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(dir, { recursive: true, force: true })
  })

  async function open(name: string, more: { dark?: boolean; width?: number } = {}): Promise<Opened> {
    const colorScheme = more.dark ? 'dark' : 'light'
    const page = await browser.newPage({ colorScheme, viewport: { width: more.width ?? 1200, height: 900 } })
    const [requests, trouble]: [string[], string[]] = [[], []]
    page.on('request', (request) => requests.push(request.url()))
    page.on('console', (message) => trouble.push(message.text()))
    page.on('pageerror', (error) => trouble.push(String(error)))
    page.on('dialog', (dialog) => {
      trouble.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    await page.goto(`file://${files[name]}`)
    return { page, requests, trouble }
  }

  const seriousOf = async (page: Page): Promise<string[]> => {
    await page.evaluate(axe.source)
    return page.evaluate(
      `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ html, any }) => id + ': ' + html.slice(0, 160) + ' ' + (any[0]?.message ?? ''))))`,
    )
  }

  const openAll = (page: Page) =>
    page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`)

  const overflow = (page: Page) =>
    page.evaluate(`document.documentElement.scrollWidth - document.documentElement.clientWidth`)

  for (const [some, options] of inTiers(['round', 'stuck', 'hostile'], 2))
    test.each(some)(
      '%s: nothing but the file is asked for, nothing is amiss, and a phone shows it without scrolling sideways',
      options,
      async (name) => {
        const { page, requests, trouble } = await open(name, { width: 360 })
        expect(await overflow(page)).toBe(0)
        await openAll(page)
        expect(await overflow(page)).toBe(0)
        expect(requests).toEqual([`file://${files[name]}`])
        expect(trouble).toEqual([])
        const policy = await page
          .locator('meta[http-equiv="Content-Security-Policy"]')
          .getAttribute('content')
        expect(policy).toContain("default-src 'none'")
        expect(policy).not.toContain('unsafe')
        // The style is let in by its hash: without it the page would look like nothing.
        expect(await page.evaluate(`getComputedStyle(document.querySelector('main')).maxWidth`)).not.toBe(
          'none',
        )
        await page.close()
      },
    )

  test('positive control: a script in such a page would be seen, and does not run', async () => {
    const page = htmlReport(factsOf(stuckEvents()), { live: false })
    files.control = join(dir, 'control.html')
    writeFileSync(files.control, page.replace('</body>', '<script>window.__pwned=1</script></body>'))
    const { page: opened, trouble } = await open('control')
    expect(trouble.join()).toContain('Content Security Policy')
    expect(await opened.evaluate('window.__pwned')).toBeUndefined()
    await opened.close()
  })

  const plots = {
    round: [
      'plot-steps',
      'plot-usd-by-role',
      'plot-tokens-by-role',
      'plot-findings',
      'plot-changes',
      'plot-events',
    ],
    stuck: ['plot-steps', 'plot-usd-by-role', 'plot-breaker', 'plot-events'],
  }
  /** The plots that have a box, and in it marks with a box of their own; each with a title, words and a table. */
  const DRAWN = `[...document.querySelectorAll('figure.plot')].filter((figure) => {
    const hasBox = (each) => { const { width, height } = each.getBoundingClientRect(); return width > 0 && height > 0 }
    const marks = [...figure.querySelectorAll('svg:not(.swatch) :is(rect, path, circle)')].filter(hasBox)
    return [...figure.querySelectorAll('svg')].some(hasBox) && marks.length > 0 && figure.querySelector('h3').textContent
      && figure.querySelector('.says').textContent.length > 20 && figure.querySelector('details table tbody tr')
  }).map(({ id }) => id)`

  test.each(Object.entries(plots))(
    '%s: every plot is drawn, with its words and its figures',
    async (name, expected) => {
      const { page } = await open(name)
      expect(await page.evaluate(DRAWN)).toEqual(expect.arrayContaining(expected))
      expect(await page.locator('figure.plot:visible').count()).toBe(
        (await page.evaluate<string[]>(DRAWN)).length,
      )
      await page.locator('#by-model').check()
      const drawn = await page.evaluate<string[]>(DRAWN)
      expect(drawn).toEqual(expect.arrayContaining(['plot-usd-by-model', 'plot-tokens-by-model']))
      expect(drawn).not.toContain('plot-usd-by-role')
      await page.close()
    },
  )

  test('the keyboard reaches all that can be used, and shows where it is', async () => {
    const { page } = await open('round')
    const all = (await page.evaluate(
      `[...document.querySelectorAll('a[href], summary, input:checked, [tabindex="0"]')].filter((each) => each.checkVisibility()).length`,
    )) as number
    const seen: { name: string; outline: number }[] = []
    for (let press = 0; press < all; press++) {
      await page.keyboard.press('Tab')
      seen.push(
        await page.evaluate(`(() => {
          const at = document.activeElement
          at.dataset.seen = '1'
          const { outlineStyle, outlineWidth } = getComputedStyle(at)
          return { name: at.tagName, outline: outlineStyle === 'none' ? 0 : parseFloat(outlineWidth) }
        })()`),
      )
    }
    expect(await page.locator('[data-seen]').count()).toBe(all)
    expect(all).toBeGreaterThan(15)
    expect(seen.filter(({ outline }) => outline < 2)).toEqual([])
    // What is folded opens with a key.
    await page.locator('#plot-steps summary').focus()
    await page.keyboard.press('Enter')
    expect(await page.locator('#plot-steps table').isVisible()).toBe(true)
    await page.close()
  })

  test.each([
    ['round', 'light'],
    ['hostile', 'dark'],
  ])('%s, %s: axe finds nothing serious', async (name, theme) => {
    const { page } = await open(name, { dark: theme === 'dark' })
    // What is folded is not looked at; once is enough, for it has the colours of the rest.
    if (theme === 'light') await openAll(page)
    expect(await seriousOf(page)).toEqual([])
    await page.close()
  })

  test('on paper what is folded is there, and it is light in the dark too', async () => {
    const { page } = await open('round', { dark: true })
    await page.emulateMedia({ media: 'print' })
    expect(await page.evaluate(`getComputedStyle(document.body).backgroundColor`)).toBe('rgb(255, 255, 255)')
    expect(await page.locator('#plot-steps table').isVisible()).toBe(true)
    expect(await page.locator('#plot-usd-by-model').isVisible()).toBe(true)
    await page.close()
  })

  test('HO4: hostile text is text', async () => {
    const { page, trouble } = await open('hostile')
    await openAll(page)
    await page.mouse.move(300, 200)
    expect(await page.evaluate('window.__pwned')).toBeUndefined()
    expect(trouble).toEqual([])
    const shown = await page.locator('body').innerText()
    for (const words of HOSTILE.split(' ').filter((each) => /[<{j]/.test(each) && each.length > 10))
      expect(shown).toContain(words)
    expect(shown).toContain('ab gpj.exe')
    const odd = `[...document.querySelectorAll('*')].flatMap((each) => [...each.attributes].filter(({ name, value }) =>
      name.startsWith('on') || name === 'style' || name === 'src' || (name === 'href' && !value.startsWith('#'))).map(({ name }) => name))`
    expect(await page.evaluate(odd)).toEqual([])
    expect(
      await page.evaluate(
        `document.querySelectorAll('script, iframe, object, embed, img, link, base').length`,
      ),
    ).toBe(0)
    await page.close()
  })
})
