import { withoutComments } from '../code-only.ts'

/** A name of a JavaScript file that stands for something of a module. */
export interface Binding {
  local: string
  /** `default` for the module itself, however it was imported; else the name it has there. */
  imported: string
  module: string
}

const IMPORT = /\bimport\s+([^'";]+?)\s+from\s*['"]([^'"]+)['"]/g
const REQUIRE =
  /\b(?:const|let|var)\s+(\{[^}]*\}|[\w$]+)\s*=\s*(?:await\s+import|require)\s*\(\s*['"]([^'"]+)['"]\s*\)((?:\s*\.\s*[\w$]+)?)/g

export function bindingsOf(text: string, path: string): Binding[] {
  const code = withoutComments(text, path)
  const found: Binding[] = []
  for (const [, names = '', module = ''] of code.matchAll(IMPORT)) found.push(...imported(names, module))
  for (const [, names = '', module = '', member = ''] of code.matchAll(REQUIRE)) {
    if (names.startsWith('{')) found.push(...listed(names, module, ':'))
    else found.push({ local: names, imported: member.replace(/[\s.]/g, '') || 'default', module })
  }
  return found
}

function imported(names: string, module: string): Binding[] {
  if (/^type\s/.test(names)) return []
  const found: Binding[] = []
  const star = /\*\s*as\s+([\w$]+)/.exec(names)
  if (star) found.push({ local: star[1]!, imported: '*', module })
  const list = /\{[^}]*\}/.exec(names)
  if (list) found.push(...listed(list[0], module, 'as'))
  const first = /^\s*([\w$]+)\s*(?:,|$)/.exec(names.replace(/\{[^}]*\}/, ''))
  if (first) found.push({ local: first[1]!, imported: 'default', module })
  return found
}

function listed(list: string, module: string, renames: 'as' | ':'): Binding[] {
  const by = renames === 'as' ? /\s+as\s+/ : /\s*:\s*/
  return list
    .slice(1, -1)
    .split(',')
    .flatMap((part): Binding[] => {
      const [name = '', local] = part
        .trim()
        .replace(/^type\s+.*/, '')
        .split(by)
      return /^[\w$]+$/.test(name) ? [{ local: local?.trim() ?? name, imported: name, module }] : []
    })
}
