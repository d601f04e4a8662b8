import { readFileSync, writeSync } from 'node:fs'
import type { HostLine, HostOrder } from './host-detectors.ts'

/**
 * The program `detector-host.js`: loads the user's own rules and asks them, one after the other. It says when it begins
 * with one and what came of it, so that whoever hangs or ends the process is known by name.
 */

const MAX_LINES = 10
const MAX_TEXT = 500

type Module = HostOrder['modules'][number]
type Rule = Record<string, unknown>

const order: HostOrder = JSON.parse(readFileSync(0, 'utf8'))
// What a rule starts and does not wait for is nobody's business here.
process.on('unhandledRejection', () => {})
process.on('uncaughtException', () => {})
globalThis.console.log = globalThis.console.error

for (const module of order.modules) {
  say({ id: module.id, at: 'begin' })
  say({ id: module.id, at: 'end', ...(await answer(module)) })
}
say({ id: '', at: 'over' })
process.exit(0)

function say(line: HostLine): void {
  writeSync(1, `${order.mark} ${JSON.stringify(line)}\n`)
}

async function answer(module: Module): Promise<{ problem: string } | { value: unknown }> {
  try {
    const rule = await load(module)
    return { value: order.scene === null ? describe(rule) : ask(rule, order.scene, module.thresholds) }
  } catch (error) {
    return { problem: short(messageOf(error)) }
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return `it threw ${kind(error)}`
  const denied = 'code' in error && error.code === 'ERR_ACCESS_DENIED'
  return denied ? 'it reached for files or programs; a rule has nothing but its scene' : error.message
}

/** From its text: what is not in the one file is not in the run's copy of it either. */
async function load({ text }: Module): Promise<Rule> {
  const encoded = Buffer.from(text).toString('base64')
  const loaded: Rule = await import(`data:text/javascript;base64,${encoded}`).catch(refuseRelative)
  const rule = loaded.default
  if (typeof rule !== 'object' || rule === null || Array.isArray(rule))
    throw new Error('it has no default export that is an object')
  return { ...rule }
}

function refuseRelative(error: Error & { code?: string }): never {
  if (error.code === 'ERR_UNSUPPORTED_RESOLVE_REQUEST')
    throw new Error('it imports another file; a rule must be one file, with imports of node: modules at most')
  throw error
}

/** Each rule gets a scene of its own: one that changes it does not change what the next one sees. */
function ask(rule: Rule, scene: string, thresholds: Record<string, number>): string[] | null {
  if (typeof rule.detect !== 'function') throw new Error('"detect" is no function')
  const seen: unknown = rule.detect(JSON.parse(scene), { ...thresholds })
  if (seen === null || seen === undefined) return null
  if (!Array.isArray(seen) || !seen.every((line) => typeof line === 'string'))
    throw new Error(`detect returned ${kind(seen)}; it must return a list of texts, or null`)
  return seen.length === 0 ? null : seen.slice(0, MAX_LINES).map(short)
}

/** Plain data about the rule; its examples are tried, and the first that does not hold is a problem. */
function describe(rule: Rule): { said: Rule; functions: string[] } {
  const { examples = [], ...rest } = rule
  const functions = Object.keys(rest).filter((key) => typeof rest[key] === 'function')
  const told = Array.isArray(examples) ? examples.map((each) => tried(rule, each)) : examples
  return {
    said: { ...rest, ...Object.fromEntries(functions.map((key) => [key, true])), examples: told },
    functions,
  }
}

function tried(rule: Rule, example: unknown): unknown {
  const { name, says, scene } = Object(example) as Rule
  if (scene === undefined) return { name, says }
  // The check of its own words says more kindly what is wrong with them.
  const thresholds = Object(rule.thresholds) as Record<string, number>
  const fired = ask(rule, JSON.stringify(scene), thresholds) !== null
  if (fired !== (says === 'fires'))
    throw new Error(
      `the example "${String(name)}" says ${String(says)}, and the rule ${fired ? 'fires' : 'is quiet'}`,
    )
  return { name, says }
}

function kind(value: unknown): string {
  if (value instanceof Promise) return 'a promise'
  if (Array.isArray(value)) return 'a list with something else than text'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function short(text: string): string {
  return text.slice(0, MAX_TEXT)
}
