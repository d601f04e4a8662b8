import type { Command } from '../../core/commands.ts'
import { testsStep } from '../../core/kin.ts'
import type { PassFigures } from '../../core/state.ts'
import { loopPass, makerPass, type PassResult, passArtifacts } from '../../report/pass-artifacts.ts'
import { copyArtifact } from '../../store/artifacts.ts'
import { GitError } from '../../workspace/git.ts'
import { effect, type RunContext, record } from '../context.ts'

/** Beyond this a patch is cut off; the commits hold it all. */
const MAX_PATCH_BYTES = 8 * 1024 * 1024

interface Change {
  start: string
  head: string
}

/** What the pass did and came to is kept in `passes/<n>/`, then the log says that it is over. Safe to repeat before that. */
export async function performEndPass(
  context: RunContext,
  { key, data, start }: Extract<Command, { do: 'end-pass' }>,
): Promise<void> {
  await keepPass(context, loopPass(context.state, data), { start, head: data.head })
  record(context, { type: 'pass.complete', phase: 'act', key, data })
}

/** Outside the loop a pass is an attempt of the Maker, and shows its end only when the next one begins: all are kept at the run's end. */
export async function keepMakerPasses(context: RunContext): Promise<void> {
  const { state } = context
  if (state.start?.loop) return
  for (const pass of state.figures) {
    const change = changeOf(context, pass)
    if (change) await keepPass(context, makerPass(state, pass, change.head), change)
  }
}

/** What an attempt left that was corrected later is part of the later one's change. */
function changeOf({ state }: RunContext, { step, attempt }: PassFigures): Change | null {
  const last = state.figures.findLast((each) => each.step === step)
  const work = state.collected[step]
  if (!work || last?.attempt !== attempt) return null
  return { start: work.start, head: state.collected[testsStep(state, step)]?.head ?? work.head }
}

async function keepPass(context: RunContext, result: PassResult, change: Change): Promise<void> {
  const { layout, state } = context
  const keep = (name: string, text: string) =>
    copyArtifact(layout, state.runId, `passes/${result.pass}/${name}`, text)
  await effect(context, `pass:${result.pass}`, async () => {
    keep('changes.patch', await patchOf(context, change))
    for (const [name, content] of Object.entries(passArtifacts(state, result)))
      keep(name, `${JSON.stringify(content, null, 2)}\n`)
  })
}

/** A patch that cannot be read is unknown: an agent that took the vault away has its run ended elsewhere, with a sentence. */
async function patchOf({ outside, vault }: RunContext, { start, head }: Change): Promise<string> {
  if (start === head) return ''
  try {
    const { text, truncated } = await outside.diffText(vault, start, head, MAX_PATCH_BYTES)
    return truncated ? `${text}\n# cut off here; the whole change: git diff ${start} ${head}\n` : text
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    return '# the change could not be read\n'
  }
}
