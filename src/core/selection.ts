import { designWords, fixWords, thoroughWords } from '../policy/selection-words.ts'
import { thresholds } from '../policy/thresholds.ts'
import { workflows } from '../policy/workflows.ts'
import { namedFiles, proseOf, sayingOf, wordCount, wordsOf } from './task-words.ts'

/** Which workflow and which strategy a task gets, and why. What a person asked for beats any word. */

export interface Choice {
  chosen: string
  alternatives: string[]
  rationale: string
}

interface WorkflowInput {
  task: string
  files: string[]
  flag: string | null
  /** A name, or `auto`. */
  configured: string
  /** The user's own workflows, by name. */
  own?: string[]
}

interface StrategyInput extends WorkflowInput {
  workflow: string
  known: string[]
}

/** A name nobody knows is passed on as it is: to refuse it is the caller's business. */
export function chooseWorkflow(input: WorkflowInput): Choice {
  const asked = askedFor(input, 'workflow')
  const { chosen, rationale } = asked ?? detectWorkflow(input)
  const known = new Set([...Object.keys(workflows), ...(input.own ?? [])])
  return { chosen, alternatives: [...known].filter((name) => name !== chosen), rationale }
}

export function chooseStrategy(input: StrategyInput): Choice {
  const asked = askedFor(input, 'strategy')
  const { chosen, rationale } = asked ?? detectStrategy(input)
  return { chosen, alternatives: input.known.filter((name) => name !== chosen), rationale }
}

type Chosen = Pick<Choice, 'chosen' | 'rationale'>

/** The flag `auto` asks for detection, whatever is configured. */
function askedFor({ flag, configured }: WorkflowInput, what: string): Chosen | null {
  if (flag !== null && flag !== 'auto') return { chosen: flag, rationale: `asked for with --${what}` }
  if (flag === null && configured !== 'auto') {
    return { chosen: configured, rationale: 'set in the configuration' }
  }
  return null
}

function detectWorkflow({ task, files }: WorkflowInput): Chosen {
  const text = wordsOf(task)
  for (const [topic, words] of Object.entries(thoroughWords)) {
    const said = sayingOf(text, words)
    if (said) return { chosen: 'thorough', rationale: `the task names ${topic} ("${said}")` }
  }
  const count = namedFiles(task, files).length
  const short = wordCount(task) <= thresholds.shortTaskWords
  if (short && count <= 1) return { chosen: 'fast', rationale: 'a short task that names at most one file' }
  return {
    chosen: 'standard',
    rationale: short
      ? `the task names ${count} files`
      : `the task has more than ${thresholds.shortTaskWords} words`,
  }
}

/** The first rule that fires decides, in this order: a task that says "fix" and "refactor" is a fix. */
function detectStrategy({ task, workflow, files, known, own = [] }: StrategyInput): Chosen {
  const text = wordsOf(proseOf(task))
  const fix = sayingOf(text, fixWords)
  const design = sayingOf(text, designWords)
  const rules: (Chosen | null)[] = [
    own.includes(workflow) ? { chosen: 'pdca', rationale: 'a workflow of your own' } : null,
    fix ? { chosen: 'pipeline', rationale: `the task says "${fix}"` } : null,
    design ? { chosen: 'pdca', rationale: `the task says "${design}"` } : null,
    workflow === 'fast' && namedFiles(task, files).length === 1
      ? { chosen: 'pipeline', rationale: 'a fast workflow on a single file' }
      : null,
    workflow === 'thorough' ? { chosen: 'pdca', rationale: 'a thorough workflow' } : null,
    { chosen: 'pdca', rationale: 'nothing in the task asks for another' },
    ...known.map((chosen) => ({ chosen, rationale: 'the only one at hand' })),
  ]
  const fired = rules.filter((rule) => rule !== null)
  return fired.find(({ chosen }) => known.includes(chosen)) ?? { chosen: 'pdca', rationale: 'the default' }
}
