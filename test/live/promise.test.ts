import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isKept, promiseIn } from '../../src/live/promise.ts'
import { cpuMs } from '../support/measure.ts'

const DONE = '<promise>DONE</promise>'

describe('a promise that is made', () => {
  test.each([
    ['the whole message', DONE],
    ['a line of its own', `All tests pass.\n\n${DONE}\n`],
    ['a line right after prose', `All tests pass.\n${DONE}`],
    ['with words after it', `${DONE}\n\nHave a nice day.`],
    ['after a list', `- one\n- two\n${DONE}`],
    ['after a fence', `\`\`\`sh\nnpm test\n\`\`\`\n${DONE}`],
    ['after a quotation and a blank line', `> say done\n\n${DONE}`],
    ['with white space around it', `  ${DONE} \t`],
    ['bold', `**${DONE}**`],
    ['in italics', `_${DONE}_`],
    ['both, with spaces', `*** ${DONE} ***`],
    ['with CRLF', `Done.\r\n\r\n${DONE}\r\n`],
    ['with CR alone', `Done.\r${DONE}\r`],
    ['over several lines', '<promise>\nDONE\n</promise>'],
    ['over several lines with CRLF', '<promise>\r\n  DONE\r\n</promise>'],
    ['far to the right on its second line', '<promise>\n        DONE\n</promise>'],
    ['after an opening that nobody closes', `<promise>\nand so on\n${DONE}`],
    ['after one that is only mentioned', `I may end with \`<promise>\`.\n\n${DONE}`],
    ['before one that is only mentioned', `${DONE}\n\nBefore, I said \`<promise>NO</promise>\`.`],
    ['after another one', `<promise>NO</promise>\n\nOn second thoughts:\n\n${DONE}`],
    ['after another one on the same line', `<promise>NO</promise> ${DONE}`],
    ['right after another one', `<promise>NO</promise>${DONE}`],
  ])('%s', (_, message) => {
    expect(promiseIn(message)).toBe('DONE')
  })

  test('white space inside does not count, on either side', () => {
    expect(promiseIn('<promise>TASK  COMPLETE</promise>')).toBe('TASK COMPLETE')
    expect(isKept('<promise>TASK  COMPLETE</promise>', 'TASK COMPLETE')).toBe(true)
    expect(isKept('<promise> TASK\n\n  COMPLETE\t</promise>', ' TASK  COMPLETE\n')).toBe(true)
    expect(isKept('<promise>TASKCOMPLETE</promise>', 'TASK COMPLETE')).toBe(false)
  })

  test('case counts, and so does every other character', () => {
    expect(isKept('<promise>done</promise>', 'DONE')).toBe(false)
    expect(isKept('<promise>DONE.</promise>', 'DONE')).toBe(false)
    expect(isKept('<promise>DONE</promise>', 'D.*E')).toBe(false)
    expect(isKept('<promise>a "b" [c]* $1 \\d</promise>', 'a "b" [c]* $1 \\d')).toBe(true)
  })

  test('of several the last one counts, whatever it says', () => {
    expect(promiseIn(`${DONE}\n<promise>NO</promise>`)).toBe('NO')
    expect(promiseIn(`${DONE} <promise>NO</promise>`)).toBe('NO')
    expect(isKept(`${DONE}\n<promise>NO</promise>`, 'DONE')).toBe(false)
  })
})

describe('no promise', () => {
  test.each([
    ['nothing', ''],
    ['the bare word', 'DONE'],
    ['a refusal', `I will NOT output ${DONE}`],
    ['a refusal in code', `I will NOT output \`${DONE}\``],
    ['code on a line of its own', `\`${DONE}\``],
    ['code with a space', `\` ${DONE} \``],
    ['code over several lines', `Say \`a\n${DONE}\nb\` then.`],
    ['each tag in code', '`<promise>`DONE`</promise>`'],
    ['words after it', `${DONE} is what I would say`],
    ['a stop after it', `${DONE}.`],
    ['words before the first of two', `Neither <promise>NO</promise> ${DONE}`],
    ['words between two', `<promise>NO</promise> or ${DONE}`],
    ['words after the last line', '<promise>\nDONE\n</promise> it will be'],
    ['words before the first line', 'So: <promise>\nDONE\n</promise>'],
    ['words after a line separator of another kind', `I do not say\u2028${DONE}`],
    ['a fence', `\`\`\`\n${DONE}\n\`\`\``],
    ['a fence of tildes', `~~~xml\n${DONE}\n~~~`],
    ['a fence that is not closed', `\`\`\`\n${DONE}`],
    ['a fence in a list', `- so:\n  \`\`\`\n  ${DONE}\n  \`\`\``],
    ['a fence that may have been closed by what it quotes', `\`\`\`\n\`\`\`js\nx\n\`\`\`\n${DONE}\n\`\`\`\n`],
    ['code by its indent', `Say:\n\n    ${DONE}\n`],
    ['a list', `- ${DONE}`],
    ['a heading', `# ${DONE}`],
    ['a quotation', `> ${DONE}`],
    ['a quotation that runs on', `> He said\n${DONE}`],
    ['a comment', `<!-- ${DONE} -->`],
    ['a comment over several lines', `<!--\n${DONE}\n-->`],
    ['a comment that begins in a line', `Well <!-- so\n${DONE}\n-->`],
    ['a comment before it', `<!-- not yet --> ${DONE}`],
    ['an element around it', `<details>\n${DONE}\n</details>`],
    ['a diff', `@@ -1 +1 @@\n ${DONE}\n`],
    ['no closing tag', '<promise>DONE'],
    ['no opening tag', 'DONE</promise>'],
    ['the tags the wrong way round', '</promise>DONE<promise>'],
    ['an opening tag before it', `<promise>I say ${DONE}`],
    ['other tags', '<Promise>DONE</Promise>'],
    ['tags with attributes', '<promise kind="x">DONE</promise>'],
    ['an empty one', '<promise></promise>'],
    ['a blank one', '<promise> \n </promise>'],
    ['a quoted tag within', '<promise>\n> </promise>\n\nDONE\n</promise>'],
    ['a character that stands for a tag inside', '\ufdd0DONE\ufdd1\n\n</promise>'],
  ])('%s', (_, message) => {
    expect(promiseIn(message)).toBeNull()
    expect(isKept(message, 'DONE')).toBe(false)
  })

  test('nothing is kept where nothing was wanted', () => {
    for (const wanted of ['', ' \n']) {
      expect(isKept('<promise></promise>', wanted)).toBe(false)
      expect(isKept('', wanted)).toBe(false)
    }
  })

  test('a message that no honest agent writes', () => {
    expect(promiseIn(`${'a'.repeat(5_000_000)}\n\n${DONE}`)).toBeNull()
    expect(promiseIn(`${'\n'.repeat(200_000)}${DONE}`)).toBeNull()
  })
})

test('any words are a promise if they stand alone, and none if a word is beside them', () => {
  const word = fc.stringMatching(/^[\w.,:;$"'()äß日🙂-]{1,12}$/u)
  const beside = word.filter((each) => /[\p{L}\p{N}]/u.test(each))
  const words = fc.array(word, { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(words, fc.constantFrom(' ', '  ', '\n', '\r\n  ', '\t'), beside, (said, gap, beside) => {
      const tag = `<promise>${said.join(gap)}</promise>`
      expect(promiseIn(`Well.\n\n${tag}\n`)).toBe(said.join(' '))
      expect(isKept(tag, said.join(' '))).toBe(true)
      expect(promiseIn(`${beside} ${tag}`)).toBeNull()
      expect(promiseIn(`${tag} ${beside}`)).toBeNull()
    }),
  )
})

describe('a long message costs no more than its length', () => {
  const shapes: [string, (size: number) => string][] = [
    ['openings that nobody closes', (size) => '<promise>'.repeat(size / 9)],
    ['openings on lines of their own', (size) => '<promise>\n'.repeat(Math.min(90_000, size / 10))],
    ['closings that nobody opened', (size) => '</promise>'.repeat(size / 10)],
    ['promises in a row, and a word', (size) => `${DONE.repeat(size / DONE.length)} no`],
    ['a promise as long as that', (size) => `<promise>${'a '.repeat(size / 2)}</promise> no`],
    ['spaces', (size) => `<promise>${' '.repeat(size)}</promise>${' '.repeat(size)}x`],
    ['stars', (size) => `${'*'.repeat(size)}${DONE}`],
    ['backticks', (size) => `${'`a'.repeat(size / 2)}\n${DONE}`],
    ['comments that nobody closes', (size) => `${'x <!-- '.repeat(size / 7)}\n${DONE}`],
  ]

  const cost = (message: string) => {
    const times = [1, 2, 3].map(() => {
      const from = cpuMs()
      promiseIn(`${message}\n</promise>`)
      return cpuMs() - from
    })
    return Math.min(...times)
  }

  test.each(shapes)('%s', (_, shape) => {
    const small = cost(shape(90_000))
    const large = cost(shape(900_000))
    // Ten times as much; in the square of its length it would be a hundred times. A short time is mostly noise.
    expect(large).toBeLessThan(40 * Math.max(small, 2))
  })
})
