import { describe, expect, it } from 'vitest'
import { kindOf } from '../../src/steps/kind-of.ts'
import { TOOL_KINDS } from '../../src/steps/step.ts'
import { TOOL_TABLES } from '../../src/steps/tool-tables.ts'

const NAMED: [tool: string, input: unknown, kind: string][] = [
  ['Read', { file_path: '/a/b.ts' }, 'read'],
  ['Grep', { pattern: 'x' }, 'search'],
  ['MultiEdit', { file_path: 'a', edits: [] }, 'edit'],
  ['Write', { file_path: 'a', content: '' }, 'write'],
  ['Bash', { command: 'node x.js' }, 'shell'],
  ['TodoWrite', { todos: [] }, 'todo'],
  ['ExitPlanMode', { plan: 'do it' }, 'plan'],
  ['AskUserQuestion', {}, 'ask'],
  ['Task', { prompt: 'go' }, 'other'],
  ['command_execution', { command: `/bin/bash -lc 'cat a.txt'` }, 'read'],
  ['shell', { command: ['bash', '-lc', 'npm test'] }, 'test'],
  ['file_change', { changes: [{ path: 'a', kind: 'add' }] }, 'edit'],
  ['update_plan', { plan: [{ step: 'a', status: 'pending' }] }, 'todo'],
  ['run_shell_command', { command: 'git status' }, 'git'],
  ['replace', { file_path: 'a', old_string: 'a', new_string: 'b' }, 'edit'],
  ['search_file_content', { pattern: 'x' }, 'search'],
  ['todo_write', { todos: [] }, 'todo'],
  ['webfetch', { url: 'http://127.0.0.1' }, 'web'],
  ['create', { path: 'a', file_text: 'b' }, 'write'],
  ['view', { path: 'a' }, 'read'],
  ['execute', { command: 'tsc' }, 'build'],
  ['delete', { path: 'a' }, 'edit'],
  ['str_replace_editor', { command: 'view', path: '/a' }, 'read'],
  ['str_replace_editor', { command: 'create', path: '/a', file_text: '' }, 'write'],
  ['str_replace_editor', '{"command":"str_replace","path":"/a","old_str":"a","new_str":"b"}', 'edit'],
  ['str_replace_editor', { command: 'constructor' }, 'other'],
]

const BY_SHAPE: [input: unknown, kind: string][] = [
  [{ command: 'npm run build' }, 'build'],
  [{ path: 'a', old_string: 'a', new_string: 'b' }, 'edit'],
  [{ path: 'a', content: 'b' }, 'write'],
  [{ todos: [{ content: 'a', status: 'pending' }] }, 'todo'],
  [{ url: 'http://127.0.0.1' }, 'web'],
  // It may be read, and it may be deleted.
  [{ path: 'a' }, 'other'],
  [{ query: 'x' }, 'other'],
  [null, 'other'],
  ['words', 'other'],
]

const COMMANDS: [command: string, kind: string][] = [
  ['ls -la', 'read'],
  ['cd src && cat a.ts | head -20', 'read'],
  ["sed -n '1,20p' a.ts", 'read'],
  ["sed -i 's/a/b/' a.ts", 'edit'],
  ["perl -pi -e 's/a/b/' a.ts", 'edit'],
  ["apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.ts\nEOF", 'edit'],
  ['git apply fix.patch', 'edit'],
  ["cat > a.ts <<'EOF'\nnpm test\ngrep x\nEOF", 'write'],
  ['echo hi > hello.txt', 'write'],
  ['echo hi', 'shell'],
  ['rm -rf dist', 'write'],
  ['grep -rn total src | head', 'search'],
  ['rg total', 'search'],
  ['git grep total', 'search'],
  ['find . -name "*.ts"', 'search'],
  ['git add -A && git commit -m "npm test passes"', 'git'],
  ['curl -s http://127.0.0.1:3000/health', 'web'],
  ['npm ci', 'build'],
  ['npm run lint', 'build'],
  ['npx tsc --noEmit', 'build'],
  ['cargo clippy', 'build'],
  ['make', 'build'],
  ['npm ci && npm test', 'test'],
  ['timeout 60 npx vitest run', 'test'],
  ['FOO=1 sudo -E pytest', 'test'],
  ['python reproduce.py > out.log 2>&1', 'shell'],
  ['node -e "console.log(1)"', 'shell'],
  ['python - <<EOF\nimport os\nprint("pytest")\nEOF', 'shell'],
  ['npm test 2>/dev/null', 'test'],
  ['(cd app; npm test)', 'test'],
  ['if true; then npm test; fi', 'test'],
  ['', 'shell'],
  [`echo 'unclosed`, 'shell'],
]

describe('what a tool does', () => {
  it.each(NAMED)('is told by its name: %s %j is %s', (tool, input, kind) => {
    expect(kindOf(tool, input)).toBe(kind)
  })

  it.each(BY_SHAPE)('is told by its arguments if nobody knows it: %j is %s', (input, kind) => {
    expect(kindOf('mcp__server__thing', input)).toBe(kind)
  })

  it.each(COMMANDS)('is told by the command it runs: %j is %s', (command, kind) => {
    expect(kindOf('Bash', { command })).toBe(kind)
  })

  it('is the same in every table that has its name', () => {
    const all = Object.values(TOOL_TABLES).flatMap(Object.entries)
    const clashes = all.filter(([name, kind]) => all.some(([other, its]) => other === name && its !== kind))
    expect(clashes).toEqual([])
    expect(all.filter(([name]) => name !== name.toLowerCase())).toEqual([])
    expect(new Set(all.map(([, kind]) => kind)).size).toBeGreaterThan(8)
    expect(all.filter(([, kind]) => !TOOL_KINDS.includes(kind))).toEqual([])
  })
})
