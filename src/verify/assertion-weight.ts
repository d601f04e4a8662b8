import type { Language } from './languages/language.ts'

/** How much one assertion says. An empty one (`assert.ok(true)`) can never fail, so it does not count as one. */
export type Weight = 'empty' | 'weak' | 'strong'

const literal =
  '(?:true|false|True|False|null|None|nil|undefined|-?\\d[\\d._]{0,30}|["\'`] {0,200}["\'`]|\\[ ?\\]|\\{ ?\\})'
const same = '([\\w.$]{1,80})'

const empty = [
  // assert(true) · assert.ok(1, '…') · assertEqual(1, 1) · assert_eq!(2, 2)
  `^[.\\w$]{1,80}!?\\s?\\(\\s?${literal}\\s?(?:,\\s?${literal}\\s?){0,2}\\)`,
  // assert.equal(x, x)
  `^[.\\w$]{1,80}!?\\s?\\(\\s?${same}\\s?,\\s?\\1\\s?[,)]`,
  // expect(true).toBe(true)
  `^expect\\s?\\(\\s?${literal}\\s?\\)(?:\\s?\\.\\w{1,40}){1,3}\\(\\s?(?:${literal})?\\s?\\)`,
  // expect(x).toBe(x)
  `^expect\\s?\\(\\s?${same}\\s?\\)(?:\\s?\\.\\w{1,40}){1,3}\\(\\s?\\1\\s?\\)`,
  // assert True · assert 1 == 1 · assert x == x
  `^assert\\s\\(?(?:True|1|not False|["'] {0,200}["'])\\)?\\s?(?:,|$)`,
  `^assert\\s\\(?(${literal}|[\\w.]{1,80})\\s(?:==|is)\\s\\1\\)?\\s?(?:,|$)`,
].map((source) => new RegExp(source))

/** `t.Error("no")`, `fail("no")`: the condition stands around it, so a literal says nothing against it. */
const fails = /^[.\w$]{0,40}(?:[Ff]ail|Error|Fatal)\w{0,20}!?\s?\(/

/** `text` is one assertion in code form (strings blank), on one line, of bounded length. */
export function weigh(text: string, language: Language): Weight {
  if (!fails.test(text) && empty.some((pattern) => pattern.test(text))) return 'empty'
  return language.weak.test(text) ? 'weak' : 'strong'
}
