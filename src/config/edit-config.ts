import { isScalar, parseDocument, stringify } from 'yaml'
import { leavesOf } from './policy-keys.ts'

type Doc = ReturnType<typeof parseDocument>

/** The text of a configuration with some keys otherwise; comments and all other keys stay. */
export function withKeys(text: string, change: Record<string, unknown>): string {
  return leavesOf(change).reduce((before, path) => withKey(before, path, valueAt(change, path)), text)
}

function withKey(text: string, path: string[], value: unknown): string {
  const document = parseDocument(text)
  const node = document.getIn(path, true)
  // In its place, where there is one: written anew, the file would look otherwise elsewhere too.
  if (isScalar(node) && node.range && node.range[1] > node.range[0] && !isCollection(value))
    return text.slice(0, node.range[0]) + stringify(value).trim() + text.slice(node.range[1])
  if (isEmpty(document.contents)) document.contents = null
  openSections(document, path)
  document.setIn(path, value)
  return document.toString({ lineWidth: 0 })
}

/** A section whose keys are all commented out is nothing at all to YAML: it becomes one. */
function openSections(document: Doc, path: string[]): void {
  for (let depth = 1; depth < path.length; depth++) {
    const at = path.slice(0, depth)
    const node = document.getIn(at, true)
    if (!isEmpty(node)) continue
    const section = document.createNode({})
    section.flow = false
    section.commentBefore = isScalar(node) ? (node.comment ?? node.commentBefore ?? null) : null
    document.setIn(at, section)
  }
}

function isEmpty(node: unknown): boolean {
  return isScalar(node) && node.value === null
}

function isCollection(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function valueAt(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>((inside, key) => (inside as Record<string, unknown>)[key], value)
}
