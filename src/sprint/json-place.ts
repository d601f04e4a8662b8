/** Where a text stops being JSON. Only asked once it is known that it is not: `JSON.parse` does not always say. */
export function brokenAt(source: string): { line: number; column: number } {
  const before = source.slice(0, brokenOffset(source))
  const lines = before.split('\n')
  return { line: lines.length, column: lines.at(-1)!.length + 1 }
}

const BLANK = /[ \t\r\n]*/y
const TOKEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows none of them in a string
  /([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y

/** What may come next. `value!`, `key!`: no closing bracket, as after a comma. */
type Next = 'value' | 'value!' | 'key' | 'key!' | 'colon' | 'more' | 'end'

function brokenOffset(source: string): number {
  const open: string[] = []
  let next: Next | null = 'value!'
  let at = 0
  for (;;) {
    const start = at + (matchAt(BLANK, source, at)?.[0].length ?? 0)
    const found = matchAt(TOKEN, source, start)
    next = found && step(found, next, open)
    if (!found || next === null) return start
    at = start + found[0].length
  }
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}

/** `null`: this token cannot stand here. */
function step([, mark, word, atom]: RegExpExecArray, next: Next, open: string[]): Next | null {
  const wantsValue = next === 'value' || next === 'value!'
  const wantsKey = next === 'key' || next === 'key!'
  if (word !== undefined) return wantsKey ? 'colon' : wantsValue ? afterValue(open) : null
  if (atom !== undefined) return wantsValue ? afterValue(open) : null
  if (mark === ':') return next === 'colon' ? 'value!' : null
  if (mark === ',') return next === 'more' ? (open.at(-1) === '{' ? 'key!' : 'value!') : null
  if (mark === '{' || mark === '[') {
    if (!wantsValue) return null
    open.push(mark)
    return mark === '{' ? 'key' : 'value'
  }
  return close(mark === '}' ? '{' : '[', next, open)
}

function close(mark: string, next: Next, open: string[]): Next | null {
  const mayClose = next === 'more' || next === (mark === '{' ? 'key' : 'value')
  if (!mayClose || open.at(-1) !== mark) return null
  open.pop()
  return afterValue(open)
}

function afterValue(open: string[]): Next {
  return open.length === 0 ? 'end' : 'more'
}
