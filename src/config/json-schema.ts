import * as z from 'zod'
import { configSchemaWith } from './schema.ts'

/** A JSON Schema node, as far as we read it back. */
export interface SchemaNode {
  properties?: Record<string, SchemaNode>
  additionalProperties?: SchemaNode | boolean
}

/** The JSON Schema of what a user may write, but for the rules' ids: see `editorSchema`. */
export function configJsonSchema(own: string[] = []): Record<string, unknown> {
  return { ...z.toJSONSchema(configSchemaWith(own), { io: 'input' }), title: 'wiggum configuration' }
}
