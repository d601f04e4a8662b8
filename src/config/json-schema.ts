import { z } from 'zod'
import { configSchema } from './schema.ts'

/** A JSON Schema node, as far as we read it back. */
export interface SchemaNode {
  properties?: Record<string, SchemaNode>
  additionalProperties?: SchemaNode | boolean
}

/** The JSON Schema of what a user may write: for editors, and for naming the nearest known key. */
export function configJsonSchema(): Record<string, unknown> {
  return { ...z.toJSONSchema(configSchema, { io: 'input' }), title: 'wiggum configuration' }
}
