import { describe, expect, test } from 'vitest'
import type { Research } from '../../src/core/measures.ts'
import { measured, PROJECT, type Said, words } from './base-of.ts'

async function research(text: string, said: Said = {}): Promise<Research> {
  return (await measured({ role: 'explorer', text, ...said })).research!
}

describe('words', () => {
  test('are counted in prose, lists and tables, not in code and not in the closing block', async () => {
    const text = [
      'One two three.',
      '- four `five`',
      '| six | seven |',
      '|---|---|',
      '```js\nnot counted at all\n```',
      '```wiggum\n{"status": "DONE", "summary": "not counted either"}\n```',
    ].join('\n\n')
    expect((await measured({ text, role: 'sage' })).words).toBe(7)
  })

  test('a flood is counted by its two ends', async () => {
    const text = `${'word '.repeat(300_000)}\n\n## Recommendation\n\nStop.`
    const { words: count, research: found } = await measured({ text, role: 'explorer' })
    expect(count).toBeGreaterThan(2000)
    expect(found?.recommendation).toBe(true)
  })
})

describe('a recommendation', () => {
  test.each([
    '## Recommendation\n\nChange it in place.',
    '### 4. Recommended approach\n\nChange it in place.',
    '**Where to start**\n\nIn src/slugify.js.',
    'Next steps\n----------\n\nChange it in place.',
    'It is used once. Recommendation: change it in place.',
    '- **Recommendation**: change it in place.',
    '## Empfehlung\n\nAn Ort und Stelle ändern.',
  ])('is seen in %j', async (text) => {
    expect((await research(text)).recommendation).toBe(true)
  })

  test.each([
    '## Files\n\nThey recommend nothing.',
    '```\n## Recommendation\n```',
    '> ## Recommendation\n> quoted',
    '## Background\n\nA word on what a recommendation would be.',
  ])('is not seen in %j', async (text) => {
    expect((await research(text)).recommendation).toBe(false)
  })
})

describe('a synthesis', () => {
  const opening = `## Files\n\n\`src/slugify.js\` ${words(60)}\n\n## Callers\n\n\`src/titles.js\` ${words(60)}\n\n`

  test('is a closing section in the last quarter', async () => {
    expect((await research(`${opening}## Summary\n\n${words(10)}`)).synthesis).toBe(true)
  })

  test('is a last section that comes back to two earlier ones', async () => {
    const last = `## Together\n\n\`src/slugify.js\` is all that \`src/titles.js\` needs ${words(20)}`
    expect((await research(opening + last)).synthesis).toBe(true)
  })

  test('is no last section that comes back to one of them', async () => {
    const last = `## Aside\n\n\`src/slugify.js\` again ${words(20)}`
    expect((await research(opening + last)).synthesis).toBe(false)
  })

  test('is no summary at the beginning', async () => {
    const text = `## Summary\n\n${words(10)}\n\n${opening}## Colours\n\n\`src/theme/colours.js\` ${words(40)}`
    expect((await research(text)).synthesis).toBe(false)
  })

  test('needs no headings', async () => {
    const first = `\`src/slugify.js\` ${words(60)}\n\n\`src/titles.js\` ${words(60)}\n\n`
    expect((await research(`${first}So \`src/slugify.js\` and \`src/titles.js\` it is.`)).synthesis).toBe(
      true,
    )
    expect((await research(`${first}And there are colours ${words(40)}`)).synthesis).toBe(false)
  })
})

describe('tangents', () => {
  const aside = (title: string, path: string) => `## ${title}\n\nIn \`${path}\` there is ${words(20)}.\n\n`
  const four =
    aside('Money', 'src/billing/invoice.js') +
    aside('Letters', 'src/mail/queue.js') +
    aside('Paint', 'src/theme/colours.js') +
    aside('Trying again', 'src/http/retry.js')

  test('are sections whose files nobody else speaks of', async () => {
    const text = `${aside('Slugs', 'src/slugify.js')}${four}`
    expect((await research(text)).tangents).toEqual(['Money', 'Letters', 'Paint', 'Trying again'])
  })

  test('are no sections that the recommendation comes back to', async () => {
    const text = `${four}## Recommendation\n\nStart with invoice and queue; colours and retry follow.`
    expect((await research(text)).tangents).toEqual([])
  })

  test('are no files that the closing block calls relevant', async () => {
    const files = Object.keys(PROJECT)
    expect((await research(four, { contract: { files } })).tangents).toEqual([])
  })

  test('are no sections that share a name', async () => {
    const text = `${aside('Money', 'src/billing/invoice.js')}${aside('Who calls invoice', 'src/billing/invoice.js')}`
    expect((await research(text)).tangents).toEqual([])
  })

  test('are no answers to what an Explorer is asked', async () => {
    const text = ['Relevant files', 'Tests', 'Risks', 'What depends on it'].map((title, at) =>
      aside(title, Object.keys(PROJECT)[at + 4]!),
    )
    expect((await research(text.join(''))).tangents).toEqual([])
  })

  test('are neither remarks nor sections that point at nothing', async () => {
    const text = `## Money\n\n\`src/billing/invoice.js\` is old.\n\n## Thoughts\n\n${words(80)}`
    expect((await research(text)).tangents).toEqual([])
  })

  test('a section below another belongs to it', async () => {
    const below = four.replaceAll('## ', '### ')
    expect((await research(`## Relevant files\n\n${below}## Risks\n\nnone`)).tangents).toEqual([])
  })
})

describe('cited files', () => {
  test('are those of the base, with a line or by their name alone', async () => {
    const { cited } = await research('See src/slugify.js:12, `titles.js` and src/nowhere.js.')
    expect(cited).toEqual(['src/slugify.js', 'src/titles.js'])
  })

  test('are not guessed where two have the name', async () => {
    const files = { 'a/index.ts': '', 'b/index.ts': '' }
    expect((await research('See index.ts.', { files })).cited).toEqual([])
  })
})

describe('patterns', () => {
  test.each([
    '## How this code base does it\n\nAs in `src/slugify.js` and `src/titles.js`.',
    '## Conventions\n\nAs `retry` in src/http/retry.js.',
    '- Pattern: `src/slugify.js` and `src/titles.js` both export one function.',
    'Each module, `src/slugify.js`, `src/titles.js` and `src/logger.js`, exports one function.',
  ])('are seen in %j', async (text) => {
    expect((await research(text)).patterns).toBe(1)
  })

  test.each([
    '## Conventions\n\nOne function a file.',
    '## Conventions\n\nAs in `src/slugify.js`.',
    '- `src/slugify.js`: slugs\n- `src/titles.js`: titles\n- `src/logger.js`: logs',
  ])('are not seen in %j', async (text) => {
    expect((await research(text)).patterns).toBe(0)
  })
})
