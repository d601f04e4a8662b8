import { codeOnly, withoutComments } from './code-only.ts'

/** Cuts out of a configuration file the parts that decide how tests run. Comments and layout are left behind. */

/** Lines under the headers that match (`[tool.pytest.ini_options]`), plus single lines that match anywhere. */
export function sectionLines(text: string, wanted: { header: RegExp; line?: RegExp }): string {
  const kept: string[] = []
  let inside = false
  for (const raw of text.split('\n')) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue
    if (line.startsWith('[') && !/^\s/.test(raw)) inside = wanted.header.test(line.replace(/[\s"']/g, ''))
    if (inside || wanted.line?.test(line)) kept.push(line)
  }
  return kept.join('\n')
}

/** The whole file without comments, blank lines and indentation. */
export function wholeFile(text: string, path: string): string {
  return tidy(withoutComments(text, path))
}

export function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '')
    .join('\n')
}

/** Every block `… { … }` whose opening line matches, to its closing brace; and matching lines that open none. */
export function bracedBlocks(text: string, path: string, opening: RegExp): string {
  const bare = withoutComments(text, path)
  const code = codeOnly(text, path)
  const kept: string[] = []
  let at = 0
  while (at < bare.length) {
    const end = endOfLine(bare, at)
    if (!opening.test(bare.slice(at, end))) {
      at = end + 1
      continue
    }
    const brace = code.indexOf('{', at)
    const stop = brace >= 0 && brace < end ? closingBrace(code, brace) : end
    kept.push(bare.slice(at, stop))
    at = Math.max(stop, end) + 1
  }
  return tidy(kept.join('\n'))
}

/** `<tag>…</tag>` elements that contain a match, and single lines that match. */
export function xmlParts(text: string, tag: string, wanted: { inside: RegExp; line: RegExp }): string {
  const bare = withoutComments(text, 'x.xml')
  const elements = bare
    .split(`<${tag}>`)
    .slice(1)
    .map((piece) => piece.split(`</${tag}>`)[0] ?? '')
  const lines = bare.split('\n').filter((line) => wanted.line.test(line))
  return tidy([...elements.filter((element) => wanted.inside.test(element)), ...lines].join('\n'))
}

function closingBrace(code: string, from: number): number {
  let depth = 0
  for (let i = from; i < code.length; i++) {
    if (code[i] === '{') depth++
    if (code[i] === '}' && --depth === 0) return i + 1
  }
  return code.length
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}
