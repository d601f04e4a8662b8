import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Transcripts written by hand, in the shapes that agents leave. */

interface Session {
  id: string
  cwd: string
  task: string
  /** The first instant; every message is a minute later. */
  from: string
  model?: string
}

type Did =
  | { command: string; result: string; failed?: boolean }
  | { edit: string; to: string }
  | { say: string }

/** A Claude Code session: every step with 1,000 tokens in and 100 out. */
export function claudeLines(
  { id, cwd, task, from, model = 'claude-sonnet-5' }: Session,
  did: Did[],
): string[] {
  let at = Date.parse(from)
  const line = (type: string, message: object) => {
    at += 60_000
    const uuid = `${id}-${at}`
    return JSON.stringify({
      parentUuid: null,
      isSidechain: false,
      cwd,
      sessionId: id,
      type,
      message,
      uuid,
      timestamp: new Date(at).toISOString(),
    })
  }
  const said = (content: object[], number: number) =>
    line('assistant', {
      id: `msg_${id}_${number}`,
      type: 'message',
      role: 'assistant',
      model,
      content,
      stop_reason: null,
      usage: { input_tokens: 1_000, output_tokens: 100 },
    })
  const lines = did.flatMap((each, number) => {
    if ('say' in each) return [said([{ type: 'text', text: each.say }], number)]
    const call = `toolu_${number}`
    const [name, input, text, failed] =
      'edit' in each
        ? [
            'Edit',
            { file_path: `${cwd}/${each.edit}`, old_string: 'x', new_string: each.to },
            'The file has been updated.',
            false,
          ]
        : ['Bash', { command: each.command }, each.result, each.failed === true]
    return [
      said([{ type: 'tool_use', id: call, name, input }], number),
      line('user', {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: call, content: text, is_error: failed }],
      }),
    ]
  })
  return [line('user', { role: 'user', content: task }), ...lines]
}

/** One benchmark record a line. */
export function record(
  part: { instance: string; resolved: boolean; model?: string; agent?: string },
  steps: object[],
): string {
  const { instance, resolved, model = 'a-model', agent = 'an-agent' } = part
  return JSON.stringify({ agent, model, instance, resolved, steps })
}

export const ran = (command: string, obs = '') => ({
  thought: '',
  tool: 'execute_bash',
  args: JSON.stringify({ command }),
  obs: `EXECUTION RESULT of [execute_bash]:\n${obs}`,
})
export const wrote = (path: string, to: string) => ({
  thought: '',
  tool: 'str_replace_editor',
  args: JSON.stringify({ command: 'str_replace', path, old_str: 'x', new_str: to }),
  obs: `EXECUTION RESULT of [str_replace_editor]:\nThe file ${path} has been edited.`,
})
export const done = { thought: 'All done.', tool: 'finish', args: '{}', obs: null }

export function put(path: string, lines: string[]): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

/** A session that changes something, and then asks the same thing again and again until it is cut. */
export function stuckSession(id: string, cwd: string, from: string): string[] {
  const same = Array.from({ length: 8 }, () => ({
    command: 'cat missing.txt',
    result: 'cat: missing.txt: No such file',
    failed: true,
  }))
  return claudeLines({ id, cwd, task: `Mend the parser of ${id}`, from }, [
    { edit: 'src/parser.ts', to: 'y' },
    ...same,
  ])
}
