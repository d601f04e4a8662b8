import { describe, expect, test } from 'vitest'
import type { Command } from '../../src/core/commands.ts'
import { cycles, pipelines, plain } from './recorded-scripts.ts'
import { type Script, simulate } from './simulate.ts'

/** What a run decides, word by word, as far as the plain run of its strategy does not decide the same. */

/** Either in the key already, or the reviewers' words and not the run's, or said a second time elsewhere. */
const LEFT_OUT = new Set([
  ...[
    'do',
    'type',
    'kind',
    'role',
    'step',
    'identity',
    'attempt',
    'agent',
    'gate',
    'commit',
    'subject',
    'from',
    'to',
    'phase',
  ],
  ...[
    'findings',
    'unresolved_findings',
    'feedback',
    'artifacts_so_far',
    'shadow',
    'signal',
    'layer',
    'trigger',
  ],
])

test.each(['pipeline', 'cycles'] as const)('a plain run: %s', (strategy) => {
  expect(told(plain[strategy]).join('\n')).toMatchSnapshot()
})

describe.each([
  ['pipeline', pipelines],
  ['cycles', cycles],
] as const)('%s', (strategy, scripts) => {
  test.each(Object.keys(scripts))('%s', (name) => {
    const usual = new Set(told(plain[strategy]))
    const other = told(scripts[name]!).filter((command) => !usual.has(command))
    expect(other.join('\n')).toMatchSnapshot()
  })
})

function told(script: Script): string[] {
  return simulate(script).commands.map(words)
}

/** The key with its short facts, and a line for each sentence. */
function words({ key, ...rest }: Command): string {
  const said = leaves('', rest).filter(([, value]) => !['null', 'false', ''].includes(value))
  const facts = said.filter(([, value]) => !/\s/.test(value)).map((fact) => ` ${fact.join('=')}`)
  const lines = said.filter(([, value]) => /\s/.test(value)).map((line) => `\n  ${line.join(': ')}`)
  return [key, ...facts, ...lines].join('').replaceAll(/[0-9a-f]{40}/g, (id) => `${id.slice(0, 2)}…`)
}

type Leaf = [name: string, value: string]

function leaves(name: string, value: unknown): Leaf[] {
  if (typeof value !== 'object' || value === null) return [[name, String(value).replaceAll(/\n+/g, '\n    ')]]
  const entries = Object.entries(value).filter(([key]) => !LEFT_OUT.has(key))
  return entries.flatMap(([key, each]) => leaves(Array.isArray(value) ? name : key, each))
}
