import { isAbsolute, join } from 'node:path'
import type { Asked, Deed, OfferedTool } from './script.ts'

/** The agents' own names for the deeds; which one it is, the request's list of tools tells. */

interface Called {
  name: string
  input: Record<string, unknown> | string
}

const SHELL = ['Bash', 'exec_command', 'shell_command', 'shell', 'run_shell_command', 'bash']
const READ = ['Read', 'read_file', 'read', 'view']
const WRITE = ['Write', 'write_file', 'write', 'create', 'apply_patch']

export function callFor(deed: Deed, asked: Asked): Called {
  if (deed.tool === 'shell') return shell(deed.command, asked)
  return deed.tool === 'read' ? read(deed.path, asked) : write(deed, asked)
}

function read(path: string, asked: Asked): Called {
  const tool = firstOf(READ, asked)
  if (!tool) return shell(`cat '${path}'`, asked)
  return { name: tool.name, input: { [pathName(tool)]: absolute(path, asked) } }
}

function firstOf(names: string[], asked: Asked): OfferedTool | undefined {
  return names.flatMap((name) => asked.tools.filter((tool) => tool.name === name))[0]
}

function shell(command: string, asked: Asked): Called {
  const tool = firstOf(SHELL, asked)
  if (!tool) throw new Error(`no shell among the tools ${asked.tools.map(({ name }) => name).join(', ')}`)
  const has = (name: string) => tool.parameters.includes(name)
  if (has('cmd')) return { name: tool.name, input: { cmd: command } }
  const input = {
    command: tool.name === 'shell' ? ['bash', '-lc', command] : command,
    ...(has('description') ? { description: 'Runs a command' } : {}),
    ...(has('is_background') ? { is_background: false } : {}),
    ...(has('mode') ? { mode: 'sync' } : {}),
  }
  return { name: tool.name, input }
}

function write({ path, content }: Extract<Deed, { tool: 'write' }>, asked: Asked): Called {
  const tool = firstOf(WRITE, asked)
  // Without a tool for files the shell is the agent's own way.
  if (!tool) return shell(`cat > '${path}' <<'END_OF_FILE'\n${content}END_OF_FILE`, asked)
  if (tool.name === 'apply_patch') return patch(tool, path, content)
  const body = tool.parameters.includes('file_text') ? 'file_text' : 'content'
  return { name: tool.name, input: { [pathName(tool)]: absolute(path, asked), [body]: content } }
}

function pathName({ parameters }: OfferedTool): string {
  const names = ['file_path', 'absolute_path', 'filePath', 'path']
  return names.find((name) => parameters.includes(name)) ?? 'path'
}

function patch(tool: OfferedTool, path: string, content: string): Called {
  const lines = content.replace(/\n$/, '').split('\n')
  const text = `*** Begin Patch\n*** Add File: ${path}\n${lines.map((line) => `+${line}\n`).join('')}*** End Patch\n`
  return { name: tool.name, input: tool.freeform ? text : { [tool.parameters[0] ?? 'input']: text } }
}

/** The agent says where it works in its own words; each of the shapes is from a request that was seen. */
const WORKPLACES = [/working directory: (\/\S+)/i, /working in the directory: (\/\S+)/]

function absolute(path: string, asked: Asked): string {
  if (isAbsolute(path)) return path
  const all = asked.setting + asked.messages.join('\n')
  const found = WORKPLACES.map((shape) => shape.exec(all)?.[1]).find(Boolean)
  return found ? join(found, path) : path
}
