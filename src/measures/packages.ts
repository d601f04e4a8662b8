import { installedBy, packageName } from './install-commands.ts'
import type { Outline } from './outline.ts'
import { serves } from './purpose.ts'
import { bringingIn } from './sentences.ts'

const JSON_BLOCK = /"(?:dev|peer|optional)?dependencies"\s*:\s*\{/i
const JSON_ENTRY = /^\s*"([^"\s]{1,120})"\s*:\s*"[\^~<>=*v]*\d?[^"]{0,60}"/
const TOML_BLOCK = /^\s*\[(?:[\w.-]*\.)?(?:dev-|build-)?dependencies(?:\.[\w-]+)?\]/
const TOML_ENTRY = /^\s*([\w.-]{1,80})\s*=\s*["{]/
const PINNED = /^\s*([\w.-]{1,80})(?:\[[\w,]{1,60}\])?(?:==|~=|>=)\d+\.[\w.*]{1,20}\s*$/
const GEM = /^\s*gem\s+['"]([\w.-]{1,80})['"]/
const WITH_VERSION = /(?:^|[\s`'"(])(@?[a-z0-9][\w.-]{0,60}(?:\/[\w.-]{1,60})?@[\^~]?v?\d)/gi
const CALLED =
  /\b(?:packages?|dependenc(?:y|ies)|librar(?:y|ies)|crates?|gems?|modules? from npm)\s+`([^`\s]{1,120})`|`([^`\s]{1,120})`\s+(?:as an? (?:new )?)?(?:packages?|dependenc(?:y|ies)|librar(?:y|ies)|crates?|gems?)\b/gi
const SPAN = /`([^`\n]{1,300})`/g
const MAX_FOUND = 30

/** Packages that a plan adds: by a command, an entry of a manifest, or a decision that says so. */
export function packagesIn({ sections }: Outline, decisions: string[]): string[] {
  const chosen = sections.filter(({ title }) => !serves(title, 'alternative'))
  const prose = [...chosen.flatMap(({ lines }) => lines.map(({ text }) => text)), ...decisions]
  const found = [...chosen.flatMap(({ code }) => shownIn(code)), ...prose.flatMap(saidIn)]
  return [...new Set(found)].slice(0, MAX_FOUND)
}

function shownIn(code: string[]): string[] {
  let inside: 'json' | 'toml' | null = null
  return code.flatMap((raw) => {
    const line = raw.slice(0, 400).replace(/^\+/, '')
    if (JSON_BLOCK.test(line)) inside = 'json'
    else if (TOML_BLOCK.test(line)) inside = 'toml'
    else if (/^\s*[}[`~]/.test(line)) inside = null
    else if (inside) return entry(line, inside === 'json' ? JSON_ENTRY : TOML_ENTRY)
    return [...installedBy(line), ...entry(line, PINNED), ...entry(line, GEM)]
  })
}

function entry(line: string, pattern: RegExp): string[] {
  const name = packageName(pattern.exec(line)?.[1] ?? '')
  return name === null || name === 'python' ? [] : [name]
}

function saidIn(line: string): string[] {
  return bringingIn(line).flatMap((sentence) => {
    const commands = [...sentence.matchAll(SPAN)].flatMap(([, span = '']) => installedBy(span))
    const specs = [...sentence.matchAll(WITH_VERSION)].map(([, spec = '']) => spec)
    const called = [...sentence.matchAll(CALLED)].map(([, after, before]) => after ?? before ?? '')
    return [...commands, ...[...specs, ...called].flatMap((spec) => packageName(spec) ?? [])]
  })
}
