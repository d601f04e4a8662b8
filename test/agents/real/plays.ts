import { BUGGY, SOURCE } from '../../../src/agents/scripted/demo-honest.ts'
import { demoScenarios } from '../../../src/agents/scripted/demo-project.ts'
import type { Deed, Script, Turn } from './model-server/script.ts'

/** What the model says in each role of an honest run on the demo project. */

export const TASK = demoScenarios.happy.task

export const NEW_TEST = 'test/ends.test.js'
export const newTest = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slugify } from '../src/slugify.js'

test('punctuation at the ends leaves no dash', () => {
  assert.equal(slugify('Hello, World!'), 'hello-world')
  assert.equal(slugify('(draft) notes'), 'draft-notes')
})
`

const FIX = `${BUGGY.trimEnd()}.replace(/^-+|-+$/g, '')\n`

/** By the shell, because agents have different tools for editing a file that is there. */
export function overwrite(files: Record<string, string>): Deed {
  const commands = Object.entries(files).map(
    ([path, content]) => `printf %s ${Buffer.from(content).toString('base64')} | base64 -d > ${path}`,
  )
  return { tool: 'shell', command: commands.join(' && ') }
}

export const fixSource: Deed = {
  tool: 'shell',
  command: `cat > fix.mjs <<'EOF'
import { readFileSync, writeFileSync } from 'node:fs'
const source = readFileSync('${SOURCE}', 'utf8')
writeFileSync('${SOURCE}', source.replace(${JSON.stringify(BUGGY)}, ${JSON.stringify(FIX)}))
EOF
node fix.mjs && rm fix.mjs`,
}

export const writeTest: Deed = { tool: 'write', path: NEW_TEST, content: newTest }
export const runTests: Deed = { tool: 'shell', command: 'npm test' }

export function says(words: string, contract: object): Turn {
  return { text: `${words}\n\n\`\`\`wiggum\n${JSON.stringify(contract)}\n\`\`\`\n` }
}

export const planned = says('Strip dashes at both ends, and test it.', {
  status: 'DONE',
  confidence: { task_understanding: 0.95, solution_completeness: 0.9, risk_coverage: 0.85 },
  files: [SOURCE, NEW_TEST],
  test_strategy: ['Add a case with punctuation at both ends'],
  risks: ['Titles made only of punctuation become an empty address'],
  decisions: ['Strip dashes after the replacement, in the same chain'],
  alternatives: ['Trim punctuation before the replacement', 'Split into words and join them'],
  assumptions: ['A dash at the start is as unwanted as one at the end'],
  top_risk: 'A caller that relies on the trailing dash',
})

export const made = says('Dashes at both ends are stripped; a new case covers it.', {
  status: 'DONE',
  summary: 'Dashes at both ends of a slug are dropped, with a test.',
  files: [SOURCE, NEW_TEST],
})

const explored = says('slugify is used only by its tests. Recommendation: change it in place.', {
  status: 'DONE',
  files: [SOURCE],
})

export const approved = says('Nothing to object to.', { status: 'DONE', verdict: 'APPROVED', findings: [] })

export const look: Deed = { tool: 'read', path: SOURCE }

export function honest(over: Script = {}): Script {
  return {
    Explorer: [look, explored],
    Creator: [look, planned],
    Maker: [writeTest, fixSource, runTests, made],
    Guardian: [look, approved],
    Skeptic: [approved],
    Sage: [approved],
    Trickster: [approved],
    ...over,
  }
}
