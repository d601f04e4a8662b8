import type { Ingredients } from './prompt.ts'

/** A part of a change longer than this is named and left out. */
const LONG_PART = 4_000
/** Other material is cut here. */
const LONG_TEXT = 40_000

/** What a prompt can do without, where it would fill too much of the window. The task and what to attend to stay whole. */
export function leanIngredients(whole: Ingredients): Ingredients {
  const { lessons: _, ...lean }: Ingredients = whole
  if (whole.research)
    lean.research = `(Left out, because it is too long for your window: ${whole.research.length} characters of research. Look into the working directory instead.)`
  if (whole.diff) lean.diff = shortDiff(whole.diff)
  for (const name of ['proposal', 'risks', 'summary'] as const) {
    const text = whole[name]
    if (text && text.length > LONG_TEXT)
      lean[name] =
        `${text.slice(0, LONG_TEXT)}\n(Cut here, because it is too long for your window: ${text.length - LONG_TEXT} characters more.)`
  }
  return lean
}

/** Every file is still named; the long ones are for the reader to open. */
function shortDiff(diff: string): string {
  const parts = diff.split(/^(?=diff --git )/m)
  const kept = parts.map((part) => (part.length > LONG_PART ? leftOut(part) : part))
  const count = parts.filter((part) => part.length > LONG_PART).length
  if (count === 0) return diff
  return `(The change is too long for your window: ${count} of ${parts.length} parts are named only. The working directory holds them whole.)\n${kept.join('')}`
}

function leftOut(part: string): string {
  const lines = part.split('\n')
  const count = (sign: string) =>
    lines.filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3))).length
  return `${lines[0]}\n(left out: ${count('+')} lines added, ${count('-')} removed)\n`
}
