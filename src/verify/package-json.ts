/** package.json as data: what in it decides how tests run. */
export type Json = Record<string, unknown>

export const dependencyGroups = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
] as const

/** Keys of package.json that a test tool reads as its configuration. */
export const testSections = ['jest', 'vitest', 'mocha', 'ava', 'nyc', 'c8', 'tap'] as const

/** Keys by which one package can be swapped for another. */
const overrideKeys = ['overrides', 'resolutions', 'pnpm'] as const

/** Scripts that an install runs by itself. */
export const lifecycleScripts = [
  'preinstall',
  'install',
  'postinstall',
  'preprepare',
  'prepare',
  'postprepare',
]

const knownRunners =
  'vitest jest mocha ava tap tape jasmine karma cypress uvu qunit c8 nyc ts-jest @playwright/test @wdio/cli'
/** What tests compare with: a stand-in for one of these can make any test pass. */
const knownAssertions = 'chai expect should assert power-assert unexpected @jest/globals @vitest/expect'
const known = new Set(`${knownRunners} ${knownAssertions}`.split(' '))
/** Packages that belong to one of these. */
const families =
  /^@(?:vitest|jest|tapjs|sinonjs|testing-library|ava|tap)\/|^(?:jest|mocha|chai|expect|sinon|ava|tap|power-assert)(?:-|$)/
const packageOfCommand = new Map([
  ['playwright', '@playwright/test'],
  ['wdio', '@wdio/cli'],
  ['tsc', 'typescript'],
  ['borp', 'borp'],
])

export function parseManifest(text: string | null): Json | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** Null where it cannot be written: nested deeper than the stack, as no honest file is. */
export function manifestText(value: Json): string | null {
  try {
    return `${JSON.stringify(value, null, 2)}\n`
  } catch {
    return null
  }
}

export function scriptsOf(manifest: Json | null): Map<string, string> {
  return strings(manifest?.scripts)
}

/** Every dependency with its version, whichever group holds it. */
export function dependenciesOf(manifest: Json | null): Map<string, string> {
  return new Map(dependencyGroups.flatMap((group) => [...strings(manifest?.[group])]))
}

/** The packages the tests are run with: well-known runners and assertions, and whatever the test command calls by name. */
export function runnerPackages(manifest: Json | null, commandWords: Iterable<string>): string[] {
  const called = new Set([...commandWords].map((word) => packageOfCommand.get(word) ?? word))
  return [...dependenciesOf(manifest).keys()].filter((name) => known.has(name) || called.has(name))
}

/** Whether tests are run or compared with it. */
export function isTestLibrary(name: string): boolean {
  return known.has(name) || families.test(name)
}

/** A version range of the registry: no path, address or alias that could be another package. */
function isPlainRange(version: string): boolean {
  return !/[:/]/.test(version)
}

/** True when the head's entry for a package is no longer that package. A newer or older version still is. */
export function isSwapped(before: string | undefined, after: string | undefined): boolean {
  if (before === after || before === undefined) return false
  return after === undefined || !isPlainRange(after)
}

/** The keys whose new overrides name a package that runs the tests. */
export function runnerOverrides(before: Json, after: Json, runners: string[]): string[] {
  return overrideKeys
    .filter((key) => !sameJson(before[key], after[key]))
    .filter((key) => runners.some((name) => jsonText(after[key]).includes(`"${name}`)))
}

export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return '(nested too deep to show)'
  }
}

/** Equality of JSON values, whatever the order of their keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  try {
    return canonical(a) === canonical(b)
  } catch {
    // Nested deeper than the stack: no honest manifest is.
    return false
  }
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'undefined'
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function strings(value: unknown): Map<string, string> {
  if (!isObject(value)) return new Map()
  return new Map(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
