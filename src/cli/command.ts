/** A command as data: help, completion, docs and parsing all come from this. Nothing heavy is imported until it runs. */
export interface CommandSpec {
  name: string
  summary: string
  args?: string
  options?: OptionSpec[]
  examples: string[]
  /** Which exit codes it may give besides 0, 1, 2. */
  exits?: string
  action(call: Call): Promise<number>
}

export interface OptionSpec {
  flags: string
  about: string
  /** May be given several times. */
  many?: boolean
  choices?: string[]
}

export interface Call {
  args: string[]
  options: Record<string, unknown>
  json: boolean
  cwd: string
  env: Record<string, string | undefined>
  out(line: string): void
}

export function flag(call: Call, name: string): boolean {
  return call.options[name] === true
}

export function text(call: Call, name: string): string | null {
  const value = call.options[name]
  return typeof value === 'string' ? value : null
}

export function texts(call: Call, name: string): string[] {
  const value = call.options[name]
  return Array.isArray(value) ? value.map(String) : []
}
