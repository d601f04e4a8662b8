import type { CommandSpec } from '../command.ts'

export const schema: CommandSpec = {
  name: 'schema',
  summary: 'the JSON Schema of .wiggum/config.yaml, for editors',
  examples: ['wiggum schema > .wiggum/config.schema.json'],
  action: async (call) => {
    const { configJsonSchema } = await import('../../config/json-schema.ts')
    call.out(JSON.stringify(configJsonSchema(), null, 2))
    return 0
  },
}
