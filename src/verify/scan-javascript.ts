import { mark, type Scan } from './scan-state.ts'

/** Template literals, whose holes are code again, and regular expressions. True if it moved past something. */
export function javascriptForm(scan: Scan): boolean {
  const char = scan.text[scan.at]
  const depth = scan.holes.length - 1
  if (char === '`') return templateChunk(scan)
  if (char === '}' && scan.holes[depth] === 0) {
    scan.holes.pop()
    return templateChunk(scan)
  }
  if (depth >= 0 && char === '{') scan.holes[depth] = (scan.holes[depth] ?? 0) + 1
  if (depth >= 0 && char === '}') scan.holes[depth] = (scan.holes[depth] ?? 1) - 1
  return char === '/' && regexMayStart(scan) && regexLiteral(scan)
}

/** From a backtick, or from the brace that closes a hole, to the next hole or the closing backtick. */
function templateChunk(scan: Scan): true {
  const { text } = scan
  const start = scan.at + 1
  let i = start
  while (i < text.length && text[i] !== '`' && !text.startsWith('${', i)) i += text[i] === '\\' ? 2 : 1
  const end = Math.min(i, text.length)
  const hole = text[end] === '$'
  mark(scan, 'string', start, end)
  if (hole) scan.holes.push(0)
  scan.last = hole ? end + 1 : end
  scan.at = Math.min(end + (hole ? 2 : 1), text.length)
  return true
}

const beforeRegex = new Set('(,=:[!&|?{;+-*%~^')
const wordsBeforeRegex = new Set(
  'return typeof case in of delete void throw new else do await yield'.split(' '),
)

function regexMayStart({ text, last }: Scan): boolean {
  if (last < 0) return true
  const char = text.charAt(last)
  if (beforeRegex.has(char)) return true
  if (char === '>') return text[last - 1] === '='
  const word = /[a-z]+$/.exec(text.slice(Math.max(0, last - 11), last + 1))
  return word !== null && wordsBeforeRegex.has(word[0])
}

function regexLiteral(scan: Scan): true {
  const { text, at } = scan
  let inClass = false
  let i = at + 1
  for (; i < text.length && text[i] !== '\n'; i++) {
    const char = text[i]
    if (char === '\\') i++
    else if (char === '[') inClass = true
    else if (char === ']') inClass = false
    else if (char === '/' && !inClass) break
  }
  const end = Math.min(i, text.length)
  mark(scan, 'string', at + 1, end)
  scan.last = at
  if (text[end] === '/') scan.at = end + 1
  return true
}
