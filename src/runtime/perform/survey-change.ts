import { aimOf } from '../../core/drift/aim.ts'
import type { Contract } from '../../core/events.ts'
import { surveyChange, type TextChange } from '../../measures/survey-change.ts'
import { type RunContext, record } from '../context.ts'
import { readTree } from './trees.ts'

/** More than this is not read: what a change is about shows before. */
const MAX_FILES = 100
const MAX_CHARS = 50_000

interface Wanted {
  head: string
  todos: Contract['todos']
  defended: string[]
}

/** What the change is made of. Where that cannot be seen, the run goes on with a warning. */
export async function performSurveyChange(context: RunContext, wanted: Wanted): Promise<void> {
  const { head } = wanted
  const survey = await surveyed(context, wanted).catch((error: unknown) => ({
    files: [],
    anchors: [],
    patterns: [],
    problem: `drift could not be looked for: ${error instanceof Error ? error.message.slice(0, 300) : 'no reason known'}`,
  }))
  record(context, { type: 'change.surveyed', phase: 'act', data: { problem: null, ...survey, head } })
}

async function surveyed(context: RunContext, { head, todos, defended }: Wanted) {
  const { outside, vault, state } = context
  const { base } = state.start!
  const touched = (await outside.changedFiles(vault, base, head)).map(({ path }) => path).slice(0, MAX_FILES)
  const [before, after] = [await readTree(context, base, touched), await readTree(context, head, touched)]
  const changes: TextChange[] = []
  for (const path of touched)
    changes.push({ path, before: short(await before.read(path)), after: short(await after.read(path)) })
  const aim = aimOf(state, todos, defended)
  return surveyChange(changes, {
    aim,
    paths: before.paths(),
    read: async (path) => short(await after.read(path)),
  })
}

function short(text: string | null): string | null {
  return text === null ? null : text.slice(0, MAX_CHARS)
}
