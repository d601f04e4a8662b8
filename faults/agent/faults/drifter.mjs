import { done } from '../words.mjs'
import { commit, run, write } from '../work.mjs'

const PARTS = ['palette', 'contrast', 'gradient', 'typography']

/** Green, tidy, tested, and not what was asked for: a system of colour themes. */
export default function drifter(call, voice) {
  voice.begin()
  for (const part of PARTS) write(`src/theme/${part}.mjs`, module(part))
  write('test/theme.test.mjs', test())
  voice.tool('npm test', run('npm', 'test'))
  commit(call, 'Colour themes')
  voice.end(done(call))
}

function module(part) {
  const shades = Array.from(
    { length: 36 },
    (_, at) =>
      `  ${part}${at}: '#${(at * 7919 + part.length * 104729).toString(16).padStart(6, '0').slice(-6)}',`,
  )
  return `export const ${part} = {\n${shades.join('\n')}\n}\n\nexport function ${part}Of(name) {\n  return ${part}[name] ?? null\n}\n`
}

function test() {
  const imports = PARTS.map((part) => `import { ${part}Of } from '../src/theme/${part}.mjs'`)
  const tests = PARTS.map(
    (part) => `test('${part} knows its colours', () => assert.ok(${part}Of('${part}0')))`,
  )
  return `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\n${imports.join('\n')}\n\n${tests.join('\n')}\n`
}
