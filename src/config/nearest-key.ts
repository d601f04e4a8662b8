import { editDistance } from './edit-distance.ts'
import { configJsonSchema, type SchemaNode } from './json-schema.ts'

/** What to write instead of an unknown key: one letter off here, or it exists elsewhere, or the nearest here. */
export function suggestKey(path: string[], unknown: string, own: string[] = []): string {
  // zod types its JSON Schema more widely than the two members we read.
  const root = configJsonSchema(own) as SchemaNode
  const near = nearest(unknown, Object.keys(nodeAt(root, path)?.properties ?? {}))
  const elsewhere = placesOf(root, unknown)
  const isSlip = near !== null && editDistance(unknown, near) === 1
  if (elsewhere.length === 1 && !isSlip) return `it belongs at "${elsewhere[0]}"`
  return near === null ? 'no key is known here' : `the nearest known key is "${near}"`
}

function nodeAt(root: SchemaNode, path: string[]): SchemaNode | undefined {
  let node: SchemaNode | undefined = root
  for (const name of path) {
    const open: SchemaNode | undefined =
      typeof node?.additionalProperties === 'object' ? node.additionalProperties : undefined
    node = node?.properties?.[name] ?? open
  }
  return node
}

function placesOf(node: SchemaNode, name: string, prefix = ''): string[] {
  return Object.entries(node.properties ?? {}).flatMap(([key, child]) => [
    ...(key === name ? [prefix + key] : []),
    ...placesOf(child, name, `${prefix}${key}.`),
  ])
}

export function nearest(word: string, known: string[]): string | null {
  const wanted = word.slice(0, 64).toLowerCase()
  let best: { key: string; distance: number } | null = null
  for (const key of known) {
    const distance = editDistance(wanted, key.toLowerCase())
    if (!best || distance < best.distance) best = { key, distance }
  }
  return best?.key ?? null
}
