import { tidy } from '../sections.ts'

/**
 * What in a conftest.py acts by itself: hooks, autouse fixtures, statements at the top level. A plain fixture or a
 * helper acts only where a test asks for it, so adding one changes nothing that ran before.
 */
export function hookText(text: string): string {
  const lines = text.split('\n').filter((line) => !line.trim().startsWith('#'))
  return tidy(topLevelBlocks(lines).filter(actsByItself).join('\n'))
}

/** A decorator belongs to what follows it; an indented or closing line to what precedes it. */
function topLevelBlocks(lines: string[]): string[] {
  const blocks: string[][] = []
  let decorated = false
  for (const line of lines) {
    const starts = /^[^\s)\]}]/.test(line)
    const open = blocks.at(-1)
    if (open && (!starts || decorated)) open.push(line)
    else if (line.trim() !== '') blocks.push([line])
    if (starts) decorated = line.startsWith('@')
  }
  return blocks.map((block) => block.join('\n'))
}

function actsByItself(block: string): boolean {
  if (/^(?:import|from)\s/.test(block) || /^(?:'''|""")/.test(block)) return false
  const definition = /^(?:async[ \t]+)?(?:def[ \t]+(\w+)|class\s)/m.exec(block)
  if (!definition) return true
  return (definition[1] ?? '').startsWith('pytest_') || /\bautouse\s{0,9}=\s{0,9}(?!False)/.test(block)
}
