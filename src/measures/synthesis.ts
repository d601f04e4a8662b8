import type { Outline, Section } from './outline.ts'
import { labelled, serves } from './purpose.ts'
import { type Resolve, referencesIn } from './references.ts'

/** From here on it is the end: the last quarter of the words. */
const FINAL = 0.75

/** The end closes the report, or comes back to what two earlier parts are about. */
export function hasSynthesis(outline: Outline, resolve: Resolve): boolean {
  const parts = partsOfReport(outline)
  const edge = outline.words * FINAL
  const late = parts.filter((part) => part.from + part.words > edge)
  if (late.some(isClosing)) return true
  const ending = late.filter((part) => part.from >= edge)
  const last = ending.length > 0 ? ending : late.slice(-1)
  const before = parts.slice(0, parts.indexOf(last[0]!))
  const named = referencesIn(textOf(last), resolve).names
  const met = before.filter((part) =>
    [...referencesIn(textOf([part]), resolve).names].some((name) => named.has(name)),
  )
  return met.length >= 2
}

/** Sections; where there are no headings, lines, which are paragraphs in most messages. */
function partsOfReport({ sections, headings }: Outline): Section[] {
  if (headings > 1) return sections
  let from = 0
  return sections.flatMap((section) =>
    section.lines.map((line) => {
      const part = { ...section, lines: [line], words: line.words, from }
      from += line.words
      return part
    }),
  )
}

function isClosing({ title, lines }: Section): boolean {
  const purposes = ['recommends', 'closes'] as const
  return purposes.some((each) => serves(title, each) || lines.some(({ text }) => labelled(text, each)))
}

function textOf(parts: Section[]): string[] {
  return parts.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)])
}
