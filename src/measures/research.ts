import type { Research } from '../core/measures.ts'
import type { Message } from './message.ts'
import type { Outline } from './outline.ts'
import { countPatterns } from './patterns.ts'
import { labelled, serves } from './purpose.ts'
import { type Resolve, referencesIn } from './references.ts'
import { hasSynthesis } from './synthesis.ts'
import { tangentsIn } from './tangents.ts'

const MAX_CITED = 100

/** An Explorer's report in figures. */
export function measureResearch(message: Message, outline: Outline, resolve: Resolve): Research {
  const lines = outline.sections.flatMap((section) => [
    section.title,
    ...section.lines.map(({ text }) => text),
  ])
  return {
    headings: outline.headings,
    recommendation: recommends(outline),
    synthesis: hasSynthesis(outline, resolve),
    tangents: tangentsIn(message, outline, resolve),
    cited: [...referencesIn(lines, resolve).files].slice(0, MAX_CITED),
    patterns: countPatterns(outline, resolve),
  }
}

function recommends({ sections }: Outline): boolean {
  return sections.some(
    ({ title, lines }) =>
      serves(title, 'recommends') || lines.some(({ text }) => labelled(text, 'recommends')),
  )
}
