import type { TraceFacts } from './trace.ts'

export type Best = { step: number; why: string; checked: boolean }

/** The step after which the work was at its best: a green check counts more than a later edit that nobody tried. */
export function createBest(): { add(facts: TraceFacts): void; best(): Best | null } {
  let green: Best | null = null
  let edit: Best | null = null
  let source = 0
  let undone = 0
  return {
    add: ({ now, edits, checks }) => {
      const isGreen = checks.lastGreen?.index === now.index && edits.source + edits.commits > 0
      if (isGreen)
        green = {
          step: now.index,
          why: checks.turnedGreen ? 'a check that was red had turned green' : 'the checks were green',
          checked: true,
        }
      if (edits.source > source && edits.undone === undone)
        edit = { step: now.index, why: 'the last source edit that was not undone', checked: false }
      source = edits.source
      undone = edits.undone
    },
    best: () => green ?? edit,
  }
}
