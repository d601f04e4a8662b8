import { closeSync, openSync, readSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { realPath } from '../agents/gates.ts'
import { asObject, asText, type JsonObject, parseObject } from '../agents/json-value.ts'
import { operationsOf } from '../policy/destructive/index.ts'
import type { Operation } from '../policy/destructive/operation.ts'
import { kindOf } from '../steps/kind-of.ts'
import type { Layout } from '../store/layout.ts'
import { type Answer, NOTHING } from './answer.ts'
import type { HookWorld } from './hook.ts'
import type { HookInput } from './hook-input.ts'
import { workOf } from './protect/ground.ts'
import { readProtection } from './protect/protection.ts'
import { liveFolder } from './session.ts'
import { takesOurs } from './takes-ours.ts'

/** Folders for temporary files are anybody's. */
const TEMPORARY = ['/tmp', '/var/tmp']

/** While a loop is on, what reaches beyond the project is a person's to decide; without one it is the host's business. */
export async function onPreTool(input: HookInput, world: HookWorld): Promise<Answer> {
  const found = world.found()
  if (!found) return NOTHING
  if (changesOurs(input, found.layout)) return { kind: 'permission', decision: 'deny', reason: OURS }
  const beyond = reachesBeyond(input, found)
  if (beyond?.kind === 'permission' && beyond.decision === 'deny') return beyond
  const lost = await losesWork(input, found, world)
  return lost ?? beyond ?? goesWithAll(input) ?? NOTHING
}

function goesWithAll(input: HookInput): Answer | null {
  const command = asText(input.toolInput?.command)
  if (command === null || !/\bgit\b/.test(command)) return null
  const instead = takesOurs(command, input.cwd ?? '/')
  const reason = `wiggum: this takes .wiggum/ away too, with the log of this loop; ${instead}.`
  return instead === null ? null : { kind: 'permission', decision: 'deny', reason }
}

type Found = NonNullable<ReturnType<HookWorld['found']>>

/** The folder is the only copy of the user's work. */
async function losesWork(
  input: HookInput,
  { layout, session }: Found,
  world: HookWorld,
): Promise<Answer | null> {
  const ground = { repo: session.repo, run: session.run, env: world.env }
  if (readProtection(workOf(ground)) === null) return null
  const { guard } = await import('./protect/guard.ts')
  const gates = gatesOf(layout, session.run)
  const policy = (kind: 'delete' | 'git-force') => asText(gates?.[kind]) ?? 'ask'
  const said = await guard({ ground, input, host: world.host, liveFolder: liveFolder(layout), policy })
  return said && { kind: 'permission', decision: said.decision, reason: said.reason }
}

function reachesBeyond(input: HookInput, found: Found): Answer | null {
  const command = asText(input.toolInput?.command)
  if (command === null) return null
  const workspace = realPath(found.layout.root)
  const cwd = input.cwd === null ? workspace : realPath(input.cwd)
  const place = { workspace, own: TEMPORARY }
  const operations = operationsOf({ command, deletes: [], cwd }, place)
  if (operations.length === 0) return null
  const gates = gatesOf(found.layout, found.session.run)
  const policy = (each: Operation) => asText(gates?.[each.kind]) ?? 'ask'
  const denied = operations.filter((each) => policy(each) === 'deny')
  const asked = operations.filter((each) => policy(each) === 'ask')
  if (denied.length > 0)
    return { kind: 'permission', decision: 'deny', reason: `${words(denied)} The configuration says no.` }
  if (asked.length === 0) return null
  return { kind: 'permission', decision: 'ask', reason: `${words(asked)} Is that meant?` }
}

const OURS =
  'wiggum: .wiggum/ holds the log of this loop and its settings, which are not yours to change. Leave it as it is.'

/** Whoever could write the log could write its own proof. By its words: what a script does is not seen. */
function changesOurs({ toolName, toolInput, cwd }: HookInput, { dir, root }: Layout): boolean {
  const kind = kindOf(toolName ?? '', toolInput)
  if (kind === 'read' || kind === 'search') return false
  const command = asText(toolInput?.command) ?? asText(toolInput?.patch)
  if (command !== null) return /(?:^|[\s'"`=(/:<>])\.wiggum(?:[\s'"`/;)*]|$)/m.test(command)
  const named = ['file_path', 'notebook_path', 'path'].flatMap((key) => asText(toolInput?.[key]) ?? [])
  return named.some((path) => {
    const inside = relative(dir, resolve(cwd ?? root, path))
    return inside === '' || !(inside.startsWith('..') || isAbsolute(inside))
  })
}

function words(operations: Operation[]): string {
  const what = operations.map((each) => `${each.kind}: ${each.what}`).join('; ')
  return `wiggum: this reaches beyond the project (${what}).`
}

const MAX_FIRST = 512 * 1024

/** What the run started with, without folding its log: it stands in the first line. */
function gatesOf(layout: Layout, run: string): JsonObject | null {
  const line = firstRecord(layout.log(run))
  const policy = asObject(asObject(parseObject(line)?.data)?.policy)
  return asObject(policy?.gates)
}

function firstRecord(path: string): string {
  try {
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(MAX_FIRST)
      const text = bytes.toString('utf8', 0, readSync(file, bytes, 0, MAX_FIRST, 0))
      return text.slice(0, Math.max(0, text.indexOf('\n')))
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}
