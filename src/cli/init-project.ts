import { existsSync } from 'node:fs'
import { treeReader } from '../runtime/perform/trees.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { writeAtomic } from '../store/files.ts'
import { ensureLayout, layoutOf } from '../store/layout.ts'
import { detectCommands } from '../verify/detect.ts'
import { listTree, openRepository, resolveCommit, showFile } from '../workspace/repository.ts'
import { type Call, flag } from './command.ts'

export async function initProject(call: Call): Promise<number> {
  const opened = await openRepository(call.cwd)
  if (!opened.ok) throw new Problem(EXIT.environment, opened.message, opened.fix)
  const { repo } = opened
  const layout = layoutOf(repo.root)
  if (existsSync(layout.config) && !flag(call, 'force'))
    throw new Problem(EXIT.usage, `${layout.config} exists already`, 'Use --force to replace it.')
  const head = (await resolveCommit(repo, 'HEAD'))!
  const detected = await detectCommands(
    treeReader(await listTree(repo, head), (path) => showFile(repo, head, path)),
  )
  ensureLayout(layout)
  writeAtomic(layout.config, Buffer.from(configText(detected.setup, detected.test)))
  const found = { config: layout.config, setup: detected.setup, test: detected.test, why: detected.why }
  if (call.json) call.out(JSON.stringify(found))
  else {
    call.out(`Wrote ${layout.config}`)
    call.out(`Tests: ${detected.test ?? 'none found'} (${detected.why})`)
    call.out('Commit it, so that runs use the committed copy.')
  }
  return EXIT.ok
}

function configText(setup: string[], test: string | null): string {
  return `# wiggum's configuration. Every key is optional; \`wiggum schema\` prints all of them.
version: 1

# Which agent works: claude, codex, pi, acp:<name> or scripted:<file>; a list: the next one takes over where one cannot.
# Left out: the first one that is installed.
# agent: claude

verify:
  # Detected here: setup ${setup.length > 0 ? setup.join(' && ') : 'none'}, test ${test ?? 'none'}.
  setup: auto
  test: auto
  acceptance: []
  timeout_minutes: 10

# Stop when this much is spent.
budget:
  usd: null
  tokens: null

# What only a person may decide: ask, allow or deny.
# gates:
#   test-tampering: ask
#   delete: ask

# What is watched for while agents work: \`wiggum detectors\` lists it. A rule of your own is a module
# .wiggum/detectors/<id>.mjs; it is switched and tuned here by its id, like every other.
# detectors:
#   explorer.rabbit-hole.tangents: { enabled: false }
`
}
