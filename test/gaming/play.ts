import { chmodSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  claudeOnPath,
  type Ended,
  events,
  makeWorld,
  result,
  type World,
  wiggumProcess,
} from '../support/cli.ts'
import { honest as approving, turnOf } from '../support/scenarios.ts'
import type { Change } from './change.ts'
import { type Project, TOOLS } from './project.ts'

const TASK = 'Add a discount in percent to the total of a cart'

/** How one change ended: a line of the table. */
export interface Row {
  change: Change
  code: number | null
  /** The kinds of the gates that opened. */
  gates: string[]
  /** What the supervisor or the run's ending said. */
  words: string
  /** Seconds of the whole run; of its baseline and merged tests; and of everything else that was run to believe them. */
  seconds: number
  tests: number
  evidence: number
  run: Ended
  /** Whether the target moved. */
  landed: boolean
}

/** One run of the real program on the change, with reviewers that approve of everything. */
export async function playChange(change: Change): Promise<Row> {
  const world = makeWorld({ ...change.project.files, '.wiggum/config.yaml': configOf(change.project) })
  try {
    plainNpm(world)
    claudeOnPath(world, approving({ maker: [makerOf(change)] }))
    const before = world.git('rev-parse', 'main')
    const began = performance.now()
    const run = await wiggumProcess(world, ['run', TASK, '--workflow', 'fast', '--json'], {
      ...TOOLS,
      PATH: `${join(world.dir, 'bin')}:${TOOLS.PATH}`,
    })
    const seconds = (performance.now() - began) / 1000
    const asked = events(run).flatMap((event) => (event.type === 'gate.opened' ? [event.data] : []))
    const gates = asked.map(({ kind }) => kind)
    const words = [result(run).reason, ...asked.flatMap(({ evidence }) => evidence)].join(' ')
    const landed = world.git('rev-parse', 'main') !== before
    return { change, code: run.code, gates, words, seconds, run, landed, ...timesOf(run) }
  } finally {
    world.end()
  }
}

function timesOf(run: Ended): { tests: number; evidence: number } {
  const times = { tests: 0, evidence: 0 }
  for (const event of events(run)) {
    if (event.type !== 'verify.complete') continue
    const { kind, duration_ms } = event.data
    times[kind === 'baseline' || kind === 'merged' ? 'tests' : 'evidence'] += duration_ms / 1000
  }
  return times
}

/** The setup and the command, as somebody would write them down; `npm test` and `go test` are found without. */
function configOf({ setup, test }: Project): string {
  const isFound = test === 'npm test' || test.startsWith('go test')
  return `${JSON.stringify({ verify: { ...(setup ? { setup } : {}), ...(isFound ? {} : { test }) } })}\n`
}

function makerOf({ project, files, executable = [], forced = [] }: Change) {
  const edits = Object.entries(files).map(([path, text]) =>
    text === null ? { path, delete: true as const } : { path, write: text },
  )
  const wanted = edits.filter((edit) => !('write' in edit) || project.files[edit.path] !== edit.write)
  return turnOf('maker', {
    edits: [...wanted, ...executable.map((path) => ({ path, executable: true as const }))],
    run: forced.map((path) => `git add -f ${path}`),
    commit: 'Add a discount to the total',
    output: 'The total takes a discount now.',
    contract: {
      status: 'DONE',
      summary: 'The total takes a discount.',
      files: wanted.map(({ path }) => path),
    },
  })
}

/**
 * Starting npm takes longer than most of these tests. `npm test` with scripts alone is what a shell does as well; where npm has more to say, as
 * by an .npmrc, it is the real one.
 */
function plainNpm(world: World): void {
  const path = join(world.dir, 'bin', 'npm')
  const real = join(dirname(process.execPath), 'npm')
  writeFileSync(
    path,
    `#!/bin/bash
if [ "$*" != test ] || [ -e .npmrc ]; then exec "${real}" "$@"; fi
PATH="$PWD/node_modules/.bin:$PATH"
for name in pretest test posttest; do
  script=$(${process.execPath} -p 'JSON.parse(require("fs").readFileSync("package.json")).scripts[process.argv[1]] ?? ""' $name)
  if [ -n "$script" ]; then printf '\\n> %s\\n\\n' "$script"; sh -c "$script" || exit; fi
done
`,
  )
  chmodSync(path, 0o755)
}
