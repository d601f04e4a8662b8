import type { Outline, Section } from './outline.ts'
import { labelled, serves } from './purpose.ts'
import { type Resolve, referencesIn } from './references.ts'

/** Places that one pattern needs; three where nothing but the sentence says that it is one. */
const PLACES = 2
const PLACES_UNNAMED = 3

/** How often a report says how the code base does a thing, with the places where it does so. */
export function countPatterns({ sections }: Outline, resolve: Resolve): number {
  return sections.filter((section) => hasPattern(section, resolve)).length
}

function hasPattern({ title, lines }: Section, resolve: Resolve): boolean {
  const texts = lines.map(({ text }) => text)
  if (serves(title, 'pattern') && referencesIn(texts, resolve).names.size >= PLACES) return true
  return texts.some((text) => {
    const { names, files } = referencesIn([text], resolve)
    const said = labelled(text, 'pattern') && names.size >= PLACES
    return said || (files.size >= PLACES && names.size >= PLACES_UNNAMED)
  })
}
