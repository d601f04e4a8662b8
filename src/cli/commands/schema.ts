import type { CommandSpec } from '../command.ts'

export const schema: CommandSpec = {
  name: 'schema',
  summary: 'the JSON Schema of .wiggum/config.yaml, for editors; of a run’s state file with "state"',
  args: '[of]',
  examples: ['wiggum schema > .wiggum/config.schema.json', 'wiggum schema state'],
  action: async (call) => {
    const [of = 'config'] = call.args
    call.out(JSON.stringify(await schemaOf(of, call.cwd), null, 2))
    return 0
  },
}

async function schemaOf(of: string, cwd: string): Promise<object> {
  if (of === 'state') return (await import('../../report/state-schema.ts')).stateJsonSchema()
  if (of !== 'config') {
    const { EXIT, Problem } = await import('../../runtime/problem.ts')
    throw new Problem(EXIT.usage, `There is no schema of "${of}"`, 'Known: config, state.')
  }
  const [{ editorSchema }, { ownNames }] = await Promise.all([
    import('../../config/detector-settings.ts'),
    import('../../runtime/own-files.ts'),
  ])
  return editorSchema(await ownNames(cwd))
}
