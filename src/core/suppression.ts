import { suppressionPhrases, suppressionVariables } from '../policy/suppression.ts'
import { proseOf } from './task-words.ts'

interface Asked {
  task: string
  env: Record<string, string | undefined>
  singlePass: boolean
  /** The configuration's `loop.default_active`. */
  active: boolean
}

/** Why the loop makes a single pass; `null`: it does not. A single pass is verified like any other. */
export function suppressedBy({ task, env, singlePass, active }: Asked): string | null {
  if (singlePass) return 'asked for with --single-pass'
  const variable = suppressionVariables.find((name) => isOn(env[name]))
  if (variable) return `${variable} is set`
  const phrase = phraseIn(task)
  if (phrase) return `the task says "${phrase}"`
  return active ? null : 'loop.default_active is false in the configuration'
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false', 'no', 'off'].includes(value.trim().toLowerCase())
}

/** Words next to each other, with nothing but space, a hyphen or emphasis between them. Code and paths only name things. */
function phraseIn(task: string): string | null {
  const plain = task.replaceAll(/\b_+|_+\b/g, '')
  // In the task as it stands too: without the code between them, two words may only seem to be neighbours.
  const texts = [plain, proseOf(plain)].map((text) => text.toLowerCase().replaceAll(/[\s\u00a0_*-]+/g, ' '))
  const said = (phrase: string) => {
    const whole = new RegExp(`(?<![\\p{L}\\p{N}/])${phrase}(?![\\p{L}\\p{N}])`, 'u')
    return texts.every((text) => whole.test(text))
  }
  return suppressionPhrases.find(said) ?? null
}
