import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { asText } from '../../agents/json-value.ts'
import type { FileLoss, Loss } from '../../policy/losses/loss.ts'
import { pathsOf } from '../../steps/arguments.ts'
import { kindOf } from '../../steps/kind-of.ts'
import type { HookInput } from '../hook-input.ts'

/** What a host's own tools do to files. */

export function toolPaths({ toolName, toolInput }: HookInput): string[] {
  const kind = kindOf(toolName ?? '', toolInput)
  return kind === 'read' || kind === 'search' ? [] : pathsOf(toolInput)
}

/** Files that are written whole, or deleted. One that is edited in places is a file that goes on. */
export function emptiedByTool(input: HookInput, cwd: string): Loss[] {
  const { toolName, toolInput } = input
  const patch = asText(toolInput?.command) ?? asText(toolInput?.patch) ?? asText(toolInput?.input) ?? ''
  const sections = [...patch.matchAll(/^\*\*\* (Add|Delete) File: (.+)$/gm)]
  if (sections.length > 0)
    return sections.map(([, verb, path = '']) =>
      loss(verb === 'Add' ? 'overwrite' : 'remove', resolve(cwd, path.trim())),
    )
  if (kindOf(toolName ?? '', toolInput) !== 'write') return []
  return toolPaths(input).map((path) => loss('overwrite', resolve(cwd, path)))
}

function loss(how: FileLoss['how'], path: string): Loss {
  return {
    kind: 'files',
    paths: [path],
    how,
    names: [],
    what: how === 'remove' ? `Delete ${path}` : `Write ${path}`,
  }
}

const MAX_BYTES = 4 * 1024 * 1024

/** Less than half of its lines stay. */
export function isRewritten({ toolInput }: HookInput, path: string): boolean {
  const next = asText(toolInput?.content)
  if (next === null) return true
  try {
    if (statSync(path).size > MAX_BYTES) return true
    const after = new Set(linesOf(next))
    const before = linesOf(readFileSync(path, 'utf8'))
    return before.filter((line) => after.has(line)).length * 2 < before.length
  } catch {
    return false
  }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
