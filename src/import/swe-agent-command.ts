/** SWE-agent's tools are commands of its shell. Those that read, search and edit become calls of tools of such names. */
export interface NamedCall {
  name: string
  input: Record<string, unknown>
}

/** `file`: the one that its editor has open. */
export function namedCall(action: string, file: string | null): NamedCall {
  const line = action.trim()
  const word = /^\S+/.exec(line)?.[0] ?? ''
  const rest = line.slice(word.length).trim()
  const path = unquoted(/^(?:"[^"]*"|'[^']*'|\S+)/.exec(rest)?.[0] ?? '')
  switch (word) {
    case 'open':
      return { name: 'read_file', input: { path } }
    case 'goto':
    case 'scroll_up':
    case 'scroll_down':
      return { name: 'read_file', input: { path: file ?? '', at: `${word} ${rest}` } }
    case 'create':
      return { name: 'write_file', input: { path, content: '' } }
    case 'edit':
    case 'insert':
      return { name: 'edit_file', input: { path: file ?? '', content: rest } }
    case 'find_file':
    case 'search_file':
    case 'search_dir':
      return { name: 'grep_search', input: { pattern: rest } }
    case 'str_replace_editor':
      return { name: word, input: editorInput(rest) }
    case 'submit':
      return { name: 'finish', input: {} }
    default:
      return { name: 'bash', input: { command: action } }
  }
}

const OPTION = /\s--(\w+)\s+('(?:[^']|'"'"'|'\\'')*'|"(?:\\.|[^"\\])*"|\d+(?: \d+)?|\S+)/g

function editorInput(rest: string): Record<string, unknown> {
  const [, command = '', path = ''] = /^(\w+)\s+('[^']*'|"[^"]*"|\S+)/.exec(rest) ?? []
  const options = [...rest.matchAll(OPTION)].map(([, key = '', value = '']) => [key, unquoted(value)])
  return { ...Object.fromEntries(options), command, path: unquoted(path) }
}

function unquoted(text: string): string {
  if (/^'.*'$/s.test(text)) return text.slice(1, -1).replaceAll(`'"'"'`, "'")
  return /^".*"$/s.test(text) ? text.slice(1, -1) : text
}
