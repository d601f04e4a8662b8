import type { Call, CommandSpec } from '../command.ts'

export const hook: CommandSpec = {
  name: 'hook',
  summary: 'answer a hook of Claude Code or Codex; the plugin calls it (see wiggum plugin)',
  args: '<event>',
  examples: ['wiggum hook stop < input.json', 'wiggum hook pre-tool < call.json'],
  action: answerHook,
}

/** Whatever comes in, it never keeps its host from going on: no answer is an answer. */
async function answerHook(call: Call): Promise<number> {
  const [{ EXIT, Problem }, { GATES_VARIABLE }, { readInput }] = await Promise.all([
    import('../../runtime/problem.ts'),
    import('../../agents/gates.ts'),
    import('../read-input.ts'),
  ])
  const [event = ''] = call.args
  const text = await readInput(process.stdin)
  // An agent that a run has started is supervised by that run.
  if (call.env[GATES_VARIABLE] !== undefined && event === 'pre-tool') {
    const { preToolAnswer } = await import('../../agents/pre-tool.ts')
    return say(call, preToolAnswer(text, call.env))
  }
  const { HOOK_EVENTS, liveAnswer } = await import('../../live/hook.ts')
  if (!HOOK_EVENTS.includes(event))
    throw new Problem(EXIT.usage, `There is no hook "${event}"`, `Known are ${HOOK_EVENTS.join(', ')}.`)
  if (call.env.WIGGUM_RUN_ID !== undefined) return EXIT.ok
  return say(call, await liveAnswer(event, text, call))
}

function say(call: Call, answer: string | null): number {
  if (answer !== null) call.out(answer)
  return 0
}
