import type { Call, CommandSpec } from '../command.ts'

export const hook: CommandSpec = {
  name: 'hook',
  summary: 'answer the hook of an agent that a run has started; pre-tool is the one there is',
  args: '<event>',
  examples: ['wiggum hook pre-tool < call.json'],
  action: answerHook,
}

/** Whatever comes in, it never keeps its host from going on: no answer is an answer. */
async function answerHook(call: Call): Promise<number> {
  const [{ EXIT, Problem }, { preToolAnswer }, { readInput }] = await Promise.all([
    import('../../runtime/problem.ts'),
    import('../../agents/pre-tool.ts'),
    import('../read-input.ts'),
  ])
  const [event] = call.args
  if (event !== 'pre-tool')
    throw new Problem(EXIT.usage, `There is no hook "${event}"`, 'Use: wiggum hook pre-tool.')
  const said = preToolAnswer(await readInput(process.stdin), call.env)
  if (said !== null) call.out(said)
  return EXIT.ok
}
