import type { CommandSpec } from '../command.ts'

export const schema: CommandSpec = {
  name: 'schema',
  summary: 'the JSON Schema of .wiggum/config.yaml, for editors',
  examples: ['wiggum schema > .wiggum/config.schema.json'],
  action: async (call) => {
    const [{ editorSchema }, { ownNames }] = await Promise.all([
      import('../../config/detector-settings.ts'),
      import('../../runtime/own-files.ts'),
    ])
    call.out(JSON.stringify(editorSchema(await ownNames(call.cwd)), null, 2))
    return 0
  },
}
