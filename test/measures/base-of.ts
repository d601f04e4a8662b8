import type { Contract, Measures } from '../../src/core/events.ts'
import { contractOf } from '../../src/detectors/example-scenes.ts'
import type { Base } from '../../src/measures/base.ts'
import { measureMessage } from '../../src/measures/measure.ts'

/** A base made of text: path → content. */
function baseOf(files: Record<string, string>): Base {
  const holding = (names: string[], texts: string[]) =>
    new Set(names.filter((name) => texts.some((text) => text.includes(name))))
  const manifests = Object.entries(files).filter(([path]) => path.endsWith('package.json'))
  return {
    paths: () => Object.keys(files),
    has: (path) => path in files,
    read: async (path) => files[path] ?? null,
    holds: async (names) => holding(names, Object.values(files)),
    dependsOn: async (names) =>
      holding(
        names,
        manifests.map(([, text]) => text),
      ),
  }
}

export interface Said {
  role?: string
  task?: string
  taskFiles?: string[]
  text?: string
  contract?: Partial<Contract>
  files?: Record<string, string>
}

export const PROJECT: Record<string, string> = {
  'package.json': '{ "dependencies": { "express": "^5.0.0" } }',
  'src/slugify.js': 'export function slugify(title) {}',
  'src/titles.js': "import { slugify } from './slugify.js'",
  'src/logger.js': 'export const log = console.log',
  'src/http/server.js': 'export class HttpServer {}',
  'src/http/retry.js': 'export function retry() {}',
  'src/billing/invoice.js': 'export function invoice() {}',
  'src/mail/queue.js': 'export function enqueue() {}',
  'src/theme/colours.js': 'export const colours = []',
  'test/slugify.test.js': "import { slugify } from '../src/slugify.js'",
}

export function measured(said: Said): Promise<Measures> {
  const message = {
    role: said.role ?? 'creator',
    task: said.task ?? 'Fix slugify: no dash at the end',
    taskFiles: said.taskFiles ?? [],
    text: said.text ?? '',
    contract: contractOf(said.contract),
  }
  return measureMessage(message, async () => baseOf(said.files ?? PROJECT))
}

export const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ')
