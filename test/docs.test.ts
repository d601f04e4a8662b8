import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import { commands } from '../src/cli/commands/index.ts'
import { HOOK_POINTS } from '../src/config/hooks.ts'
import { defaultConfig } from '../src/config/load.ts'
import { eventData } from '../src/core/events.ts'
import { EXIT } from '../src/runtime/problem.ts'
import { SIGNALS } from '../src/runtime/signals.ts'

/** The docs' tables against the code: what one has, the other has. */

const read = (path: string) => readFileSync(path, 'utf8')
const filesIn = (folder: string, ending: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
const sources = filesIn('src', '.ts').map(read).join('\n')

/** The cells of every table row below a heading, up to the next one of its level. */
function rows(path: string, heading?: string): string[][] {
  const text = read(path)
  const from = heading === undefined ? 0 : text.indexOf(`## ${heading}\n`)
  if (from < 0) throw new Error(`${path} has no heading ${heading}`)
  const section = heading === undefined ? text : text.slice(from + 3).split(/^## /m)[0]!
  const lines = section.split('\n').filter((line) => /^\| *[`\d]/.test(line))
  return lines.map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
}

function words(cell = ''): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]!)
}

function leaves(value: object, path: string[] = []): [string, unknown][] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = [...path, key]
    const isSection = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    return isSection && Object.keys(inner).length > 0 ? leaves(inner, at) : [[at.join('.'), inner]]
  })
}

it('events.md lists every event type with exactly its data keys', () => {
  const documented = rows('docs/events.md').filter(([, type]) => words(type)[0]! in eventData)
  const listed = documented.map(([, type, keys]) => [words(type)[0], words(keys)])
  const known = Object.entries(eventData).map(([type, schema]) => [type, Object.keys(schema.shape)])
  expect(listed).toEqual(known)
})

it('events.md says of an event that it is not written yet if, and only if, nothing writes it', () => {
  const unwritten = Object.keys(eventData).filter((type) => !sources.includes(`type: '${type}'`))
  const said = rows('docs/events.md').filter((row) => row[3] === 'not written yet')
  expect(said.map(([, type]) => words(type)[0])).toEqual(unwritten)
})

it('configuration.md lists every key with its default, and no other key', () => {
  const oneWorkflow = (key: string) => key.replace(/^(models\.workflows\.)\w+/, '$1<workflow>')
  const flat = (value: unknown) =>
    stringify(value, { collectionStyle: 'flow' })
      .trim()
      .replace(/^\[ | \]$/g, (edge) => edge.trim())
  const known = new Map(leaves(defaultConfig()).map(([key, value]) => [oneWorkflow(key), flat(value)]))
  const tables = rows('docs/configuration.md', 'Keys that work')
  const listed = new Map(tables.map(([, key, value]) => [words(key)[0]!, words(value)[0]!]))
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(known))
  expect(listed.size).toBe(tables.length)
})

it('configuration.md names every variable that the code reads or sets', () => {
  const used = new Set(sources.match(/\bWIGGUM_[A-Z_]*[A-Z]\b/g))
  const text = read('docs/configuration.md')
  expect([...used].filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([])
})

it('the guide’s exit codes are those of the code', () => {
  const deciding = filesIn('src/core/decide', '.ts').map(read).join('\n')
  const endings = [...deciding.matchAll(/finish\(\s*'([\w-]+)',\s*(\d+)|exit: (\d+)/g)]
  const helped = commands.flatMap(({ exits }) => exits?.match(/\b\d+\b/g) ?? []).map(Number)
  const codes = [
    ...Object.values(EXIT),
    ...endings.map((match) => Number(match[2] ?? match[3])),
    ...Object.values(SIGNALS),
  ]
  const table = rows('docs/guide.md', 'Exit codes')
  const listed = new Set(table.flatMap(([, code]) => code!.split(', ').map(Number)))
  expect([...listed].sort((a, b) => a - b)).toEqual([...new Set([...codes, ...helped])].sort((a, b) => a - b))
  const statuses = new Set(endings.flatMap((match) => match[1] ?? []))
  expect([...statuses].filter((status) => !table.some(([, , cell]) => words(cell).includes(status)))).toEqual(
    [],
  )
})

it('the guide lists every command, every flag of run, every gate and every hook point', () => {
  const first = (heading: string) => rows('docs/guide.md', heading).flatMap(([, cell]) => words(cell))
  const names = first('Commands').flatMap((cell) => /^wiggum (\S+)/.exec(cell)?.[1] ?? [])
  expect(names).toEqual(commands.map(({ name }) => name))
  const flags = commands.find(({ name }) => name === 'run')?.options?.map((option) => option.flags)
  expect(
    first('Commands')
      .filter((cell) => cell.startsWith('--'))
      .sort(),
  ).toEqual(flags?.sort())
  const gates = [...eventData['gate.opened'].shape.kind.options]
  expect(first('Gates').sort()).toEqual([...gates].sort())
  expect(first('Hooks')).toEqual([...HOOK_POINTS])
})

it.each(['review', 'sprint'])('the page of %s names every flag of it', (name) => {
  const text = read(`docs/${name}.md`)
  const flags = commands.find((each) => each.name === name)?.options?.map((option) => option.flags) ?? []
  const long = flags.map((each) => /--[\w-]+/.exec(each)![0])
  expect(long.filter((each) => !new RegExp(`\`${each}[\` ]`).test(text))).toEqual([])
})

it('every link in the docs leads to a file and a heading that exist', () => {
  const files = ['README.md', 'CONTEXT.md', 'CHANGELOG.md', ...filesIn('docs', '.md')]
  const links = files.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].map(([, path, anchor]) => ({
      file,
      path,
      anchor,
    })),
  )
  expect(links.length).toBeGreaterThan(20)
  const dead = links.filter(({ file, path, anchor }) => {
    const target = path ? join(dirname(file), path) : file
    return !existsSync(target) || (anchor !== undefined && !anchors(target).includes(anchor))
  })
  expect(dead).toEqual([])
})

function anchors(path: string): string[] {
  const headings = [...read(path).matchAll(/^#+ (.+)$/gm)].map((match) => match[1]!.toLowerCase())
  return headings.map((heading) => heading.replace(/[^\w\- ]/g, '').replaceAll(' ', '-'))
}
