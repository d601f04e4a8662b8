import type { Config } from '../config/schema.ts'
import { strategies } from '../core/decide/index.ts'
import { type Choice, chooseStrategy, chooseWorkflow } from '../core/selection.ts'
import { suppressedBy } from '../core/suppression.ts'
import { workflows as builtIn, type Workflow } from '../policy/workflows.ts'
import type { StartFrom } from '../runtime/adoption.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { refuseSecrets } from '../runtime/refuse-secrets.ts'
import type { RunWish } from '../runtime/start.ts'
import { type Call, flag, text, texts } from './command.ts'
import { whole } from './flag-values.ts'

interface Known {
  config: Config
  workflows: Record<string, Workflow>
  from: StartFrom | null
}

export function wishOf(call: Call, { config, workflows, from }: Known): RunWish {
  const task = (call.args[0] ?? '').trim()
  if (!task)
    throw new Problem(
      EXIT.usage,
      'The task is empty',
      'Say what is to be done: wiggum run "fix the date parser".',
    )
  const files = texts(call, 'files')
  const checks = texts(call, 'check')
  for (const [words, what] of [
    [task, 'The task'],
    [checks.join('\n'), 'The command of --check'],
    [files.join('\n'), 'A name in --files'],
  ] as const)
    refuseSecrets(words, what)
  const own = Object.keys(workflows).filter((name) => workflows[name] !== builtIn[name])
  const workflowChoice =
    asBefore(call, 'workflow', { from, known: Object.keys(workflows) }) ??
    chooseWorkflow({
      task,
      files,
      flag: knownWorkflow(text(call, 'workflow'), Object.keys(workflows)),
      configured: config.workflow,
      own,
    })
  return {
    task,
    workflowChoice,
    strategyChoice:
      asBefore(call, 'strategy', { from, known: Object.keys(strategies) }) ??
      chosenStrategy(call, config, { task, files, workflow: workflowChoice.chosen, own }),
    agent: text(call, 'agent'),
    // Commander and the configuration let only these three through.
    domain: (text(call, 'domain') ?? config.domain) as RunWish['domain'],
    files,
    checks,
    target: text(call, 'target') ?? from?.earlier.start?.target ?? null,
    merge: call.options.merge !== false,
    yes: flag(call, 'yes'),
    allow: texts(call, 'allow'),
    dryRun: flag(call, 'dryRun'),
    startFrom: from,
    loop: loopWish(call, { config, task }),
  }
}

/** How often the loop may go round. A number that was asked for beats a phrase in the task. */
function loopWish(call: Call, { config, task }: { config: Config; task: string }): RunWish['loop'] {
  const passes = whole(text(call, 'maxPasses'), '--max-passes')
  const singlePass = flag(call, 'singlePass')
  if (singlePass && passes !== null)
    throw new Problem(EXIT.usage, '--single-pass and --max-passes contradict each other', 'Give one of them.')
  const asked = { task, env: call.env, singlePass, active: config.loop.default_active }
  const suppressed = passes === null ? suppressedBy(asked) : null
  const max_passes = suppressed ? 1 : (passes ?? config.loop.max_passes)
  return { max_passes, suppressed, accept: flag(call, 'accept') }
}

/** A run that goes on with another one's work goes on in the same way, unless it is told otherwise. */
function asBefore(
  call: Call,
  what: 'workflow' | 'strategy',
  { from, known }: { from: StartFrom | null; known: string[] },
): Choice | null {
  if (!from || text(call, what) !== null) return null
  const { workflow, start, runId } = from.earlier
  const chosen = what === 'workflow' ? workflow : start!.strategy
  if (!known.includes(chosen)) return null
  return { chosen, alternatives: known.filter((name) => name !== chosen), rationale: `as in ${runId}` }
}

/** The flag beats the configuration; both beat detection. */
function chosenStrategy(
  call: Call,
  config: Config,
  about: { task: string; files: string[]; workflow: string; own: string[] },
): Choice {
  const known = Object.keys(strategies)
  const flagged = text(call, 'strategy')
  const wanted = flagged ?? config.strategy
  if (wanted !== 'auto' && !known.includes(wanted))
    throw new Problem(
      EXIT.usage,
      `There is no strategy "${wanted}" in this version`,
      `Known: ${known.join(', ')}.`,
    )
  return chooseStrategy({
    ...about,
    flag: flagged,
    configured: config.strategy,
    known,
  })
}

function knownWorkflow(name: string | null, known: string[]): string | null {
  if (name === null || name === 'auto' || known.includes(name)) return name
  throw new Problem(EXIT.usage, `There is no workflow "${name}"`, `Known: ${known.join(', ')}.`)
}
