import { mark, quoted, type Scan } from './scan-state.ts'

/** Raw strings, and characters that are not lifetimes. True if it moved past something. */
export function rustForm(scan: Scan): boolean {
  const { text, at } = scan
  if (text[at] === "'") {
    const isChar = text[at + 1] === '\\' || text[at + 2] === "'"
    if (!isChar) return false
    quoted(scan, { open: "'", close: "'", escape: true, multiline: false })
    return true
  }
  if (text[at] !== 'r' || /[\w]/.test(text.charAt(at - 1).replace('b', ''))) return false
  let open = at + 1
  while (text[open] === '#') open++
  if (text[open] !== '"') {
    scan.at = open
    scan.last = open - 1
    return true
  }
  rawString(scan, open, open - at - 1)
  return true
}

function rawString(scan: Scan, open: number, hashes: number): void {
  const { text } = scan
  let close = text.indexOf('"', open + 1)
  while (close >= 0) {
    let seen = 0
    while (seen < hashes && text[close + 1 + seen] === '#') seen++
    if (seen === hashes) break
    close = text.indexOf('"', close + 1 + seen)
  }
  const end = close < 0 ? text.length : close
  mark(scan, 'string', open + 1, end)
  scan.last = end
  scan.at = Math.min(end + 1 + hashes, text.length)
}
