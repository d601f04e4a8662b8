import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTurn } from '../../src/agents/acp/turn.ts'
import type { AgentEvent, AgentRequest } from '../../src/agents/agent.ts'
import { claudeReader } from '../../src/agents/claude-stream.ts'
import { codexReader } from '../../src/agents/codex-stream.ts'
import { asObject, asText, type JsonObject, parseObject } from '../../src/agents/json-value.ts'
import { piReader } from '../../src/agents/pi-stream.ts'
import type { Step } from '../../src/steps/step.ts'
import { createStepper } from '../../src/steps/stepper.ts'
import { createTally } from '../../src/steps/tally.ts'

/** Streams of the real CLIs, on machines that have them. */
const FOLDER = '/work/shared/samples'

const request: AgentRequest = {
  role: 'maker',
  prompt: '',
  model: null,
  effort: null,
  workspace: '/home/user/repo',
  writes: true,
  resumeSession: null,
  maxBudgetUsd: null,
  env: {},
}

interface Reading {
  line(text: string): AgentEvent[]
  end?(): AgentEvent[]
}
const at = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((inner, key) => asObject(inner)?.[key], value)

function acp(): Reading {
  const turn = createTurn(request)
  const line = (text: string) => {
    const message = parseObject(text)
    const update = message?.k === 'update' ? asObject(message.v) : null
    return update ? turn.update(update) : []
  }
  return { line, end: turn.close }
}

/** Formats that wiggum does not drive, as somebody who imports them would read them. */
const tool = (id: unknown, name: unknown, input: unknown): AgentEvent => ({
  kind: 'tool-call',
  id: asText(id) ?? '',
  name: asText(name) ?? '',
  input,
})
const answer = (id: unknown, isError: boolean, text: unknown): AgentEvent => ({
  kind: 'tool-result',
  id: asText(id) ?? '',
  isError,
  text: asText(text) ?? '',
})
const words = (text: unknown): AgentEvent => ({ kind: 'text', text: asText(text) ?? '' })

function gemini(line: JsonObject): AgentEvent[] {
  if (line.type === 'tool_use') return [tool(line.tool_id, line.tool_name, line.parameters)]
  if (line.type === 'tool_result') return [answer(line.tool_id, line.status === 'error', line.output)]
  return line.type === 'message' && line.role === 'assistant' ? [words(line.content)] : []
}

function opencode(line: JsonObject): AgentEvent[] {
  const state = at(line, 'part', 'state')
  const id = at(line, 'part', 'callID')
  if (line.type === 'text') return [words(at(line, 'part', 'text'))]
  if (line.type !== 'tool_use') return []
  return [
    tool(id, at(line, 'part', 'tool'), at(state, 'input')),
    answer(id, at(state, 'status') === 'error', at(state, 'output')),
  ]
}

function copilot({ type, data }: JsonObject): AgentEvent[] {
  const id = at(data, 'toolCallId')
  if (type === 'tool.execution_start') return [tool(id, at(data, 'toolName'), at(data, 'arguments'))]
  if (type === 'tool.execution_complete')
    return [answer(id, at(data, 'success') !== true, at(data, 'result', 'content'))]
  return type === 'assistant.message' && at(data, 'content') !== '' ? [words(at(data, 'content'))] : []
}

const each = (read: (line: JsonObject) => AgentEvent[]) => (): Reading => ({
  line: (text) => {
    const message = parseObject(text)
    return message ? read(message) : []
  },
})
const READERS: [beginning: string, reader: () => Reading][] = [
  ['acp-', acp],
  ['claude-', claudeReader],
  ['qwen.', claudeReader],
  ['codex-', () => codexReader({ continued: false })],
  ['pi.', piReader],
  ['gemini.', each(gemini)],
  ['opencode.', each(opencode)],
  ['copilot.', each(copilot)],
]

function replay(name: string): Step[] {
  const reader = READERS.find(([beginning]) => name.startsWith(beginning))![1]()
  const stepper = createStepper({ root: request.workspace })
  const lines = readFileSync(join(FOLDER, name), 'utf8').split('\n')
  const events = [...lines.flatMap((line) => reader.line(line)), ...(reader.end?.() ?? [])]
  const steps = events.flatMap((event) => stepper.take(event, '2026-11-15T00:00:00.000Z'))
  return [...steps, ...stepper.end()]
}

describe.skipIf(!existsSync(FOLDER))('the samples of real agents', () => {
  const names = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl')) : []

  it('give steps, in figures', () => {
    expect(names.length).toBeGreaterThan(10)
    for (const name of names) {
      const { add, tally } = createTally()
      replay(name).forEach(add)
      const { total, edits, failed_edits, shells, failed_shells, novel } = tally()
      console.log(
        `${name}: ${total} steps, ${edits} edits (${failed_edits} failed), ${shells} shells (${failed_shells} failed), ${novel} novel`,
      )
    }
  })

  it.each([
    ['claude-cc1.stream.jsonl', 'Write', 'write'],
    ['qwen.stream.jsonl', 'write_file', 'write'],
    ['gemini.stream.jsonl', 'write_file', 'write'],
    ['opencode.stream.jsonl', 'write', 'write'],
    ['copilot.stream.jsonl', 'create', 'write'],
    ['pi.stream.jsonl', 'write', 'write'],
    ['acp-cp.jsonl', 'edit', 'edit'],
    ['codex-workspace-write.stream.jsonl', 'command_execution', 'write'],
    ['acp-cxn.jsonl', 'exec_command', 'write'],
  ])('%s: the file is written by %s, and the last step is words', (name, toolName, kind) => {
    const steps = replay(name)
    const made = steps.filter((step) => step.edit !== null)
    expect(made).toHaveLength(1)
    expect(made[0]).toMatchObject({ tool: { name: toolName, kind }, failed: false, edit: { ok: true } })
    expect(made[0]?.files.changed).toEqual(['hello.txt'])
    expect(made[0]?.novelty).toMatchObject({ file: true, edit: true })
    expect(steps.at(-1)).toMatchObject({ tool: null, thought: expect.stringMatching(/done/i) })
  })

  it('a command that codex started through a shell is the command itself', () => {
    const [step] = replay('codex-workspace-write.stream.jsonl')
    expect(step?.arguments?.command).toBe('echo hi-from-codex > hello.txt && cat hello.txt')
    expect(step?.exit).toBe(0)
  })
})
