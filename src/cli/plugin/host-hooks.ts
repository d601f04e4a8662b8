import { asList, asObject, asText } from '../../agents/json-value.ts'
import { printSettings, type Settings, settingsIn, wrongSettings } from './settings-text.ts'

/** A host that is told "not yet" more often than this in a row stops all the same. */
export const CAP = 'CLAUDE_CODE_STOP_HOOK_BLOCK_CAP'
export const CAP_VALUE = '200'

/** In every data folder the path of our script ends so. */
const OURS = "/wiggum/plugin/hook.sh'"
const PLACEHOLDER = /"\$\{CLAUDE_PLUGIN_ROOT\}\/hook\.sh"/

export interface Additions {
  /** Event → groups. */
  hooks: Record<string, unknown[]>
  /** Whether the host is to be told how often it may be held up. */
  cap: boolean
}

/** The plugin's hooks with the script's real path in them. */
export function hooksFor(template: Buffer, script: string): Additions['hooks'] {
  const quoted = `'${script.replaceAll("'", "'\\''")}'`
  const filled = (_: string, value: unknown) =>
    typeof value === 'string' ? value.replace(PLACEHOLDER, () => quoted) : value
  const hooks = asObject(JSON.parse(template.toString('utf8'), filled).hooks) ?? {}
  return Object.fromEntries(Object.entries(hooks).map(([event, groups]) => [event, asList(groups)]))
}

/** Ours come last: Codex remembers which hooks are trusted by their place. */
export function withOurs(path: string, before: Buffer | null, { hooks, cap }: Additions): Buffer {
  const settings = before === null ? {} : settingsIn(path, before)
  const all: Settings = { ...objectAt(path, settings, 'hooks') }
  for (const [event, groups] of Object.entries(hooks)) all[event] = [...listAt(path, all, event), ...groups]
  const env = cap ? { env: { ...objectAt(path, settings, 'env'), [CAP]: CAP_VALUE } } : {}
  return printSettings({ ...settings, ...env, hooks: all }, before)
}

/** The same bytes if nothing of ours is in them. `cap`: whether the one in it is ours; `null` if that is not known. */
export function withoutOurs(path: string, current: Buffer, cap: boolean | null): Buffer {
  const settings = settingsIn(path, current)
  const hasCap = (cap ?? hasOurs(settings)) && capIn(settings) === CAP_VALUE
  if (!hasOurs(settings) && !hasCap) return current
  const left = Object.entries(settings).flatMap(([key, value]) => {
    if (key === 'hooks') return entryOf(key, value, othersIn(value))
    return key === 'env' && hasCap ? entryOf(key, value, withoutCap(value)) : [[key, value] as const]
  })
  return printSettings(Object.fromEntries(left), current)
}

export function hasOurs(settings: Settings): boolean {
  const groups = Object.values(asObject(settings.hooks) ?? {}).flatMap(asList)
  return groups.some((group) => handlersOf(group).some(isOurs))
}

/** Added with Claude Code's own `plugin` command: it brings the same hooks by another way. */
export function isEnabledPlugin(settings: Settings): boolean {
  const enabled = Object.entries(asObject(settings.enabledPlugins) ?? {})
  return enabled.some(([name, value]) => name.startsWith('wiggum@') && value === true)
}

export function capIn(settings: Settings): unknown {
  return asObject(settings.env)?.[CAP]
}

function isOurs(handler: unknown): boolean {
  return asText(asObject(handler)?.command)?.includes(OURS) ?? false
}

/** What was emptied by us goes; what was empty before stays. */
function entryOf(key: string, before: unknown, after: unknown): (readonly [string, unknown])[] {
  return sizeOf(after) === 0 && sizeOf(before) > 0 ? [] : [[key, after]]
}

function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 1
}

function withoutCap(env: unknown): Settings {
  return Object.fromEntries(Object.entries(asObject(env) ?? {}).filter(([name]) => name !== CAP))
}

function othersIn(hooks: unknown): unknown {
  const events = asObject(hooks)
  if (events === null) return hooks
  const left = Object.entries(events).flatMap(([event, groups]) =>
    Array.isArray(groups) ? entryOf(event, groups, groups.flatMap(othersOf)) : [[event, groups] as const],
  )
  return Object.fromEntries(left)
}

/** A group without our handlers; none if it held nothing else. */
function othersOf(group: unknown): unknown[] {
  const handlers = handlersOf(group)
  const others = handlers.filter((handler) => !isOurs(handler))
  if (others.length === handlers.length) return [group]
  return others.length > 0 ? [{ ...asObject(group), hooks: others }] : []
}

function handlersOf(group: unknown): unknown[] {
  return asList(asObject(group)?.hooks)
}

function objectAt(path: string, settings: Settings, key: string): Settings {
  const object = asObject(settings[key] ?? {})
  if (object === null) throw wrongSettings(path, `has something else than an object under "${key}"`)
  return object
}

function listAt(path: string, hooks: Settings, event: string): unknown[] {
  const list = hooks[event] ?? []
  if (!Array.isArray(list)) throw wrongSettings(path, `has something else than a list under "hooks.${event}"`)
  return list
}
