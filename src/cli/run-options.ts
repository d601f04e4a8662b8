import type { Config } from '../config/schema.ts'
import type { Call, OptionSpec } from './command.ts'
import { RUN_FLAGS, type Starter } from './run-flags.ts'

/** What a command that starts runs takes for them, with the words that fit it. */
export function runFlagsOf(starter: Starter): OptionSpec[] {
  return RUN_FLAGS.flatMap(({ of, into: _, ...option }) => {
    const said = of[starter]
    if (said === undefined) return []
    return [said === true ? option : { ...option, about: said }]
  })
}

/** What this command line says about runs, to be said again to another one. */
export function runOptions({ options }: Call, starter: Starter): Call['options'] {
  return Object.fromEntries(runFlagsOf(starter).map(({ flags }) => [keyOf(flags), options[keyOf(flags)]]))
}

/** Flags beat the configuration. */
export function withFlags(config: Config, { options }: Pick<Call, 'options'>): Config {
  return RUN_FLAGS.reduce((before, { flags, into }) => {
    const value = options[keyOf(flags)]
    if (!into || value === undefined || value === false) return before
    return [value].flat().reduce((each: Config, given) => into(each, String(given)), before)
  }, config)
}

/** Under which name commander hands the value over. */
function keyOf(flags: string): string {
  const name = /--(?:no-)?([\w-]+)/.exec(flags)?.[1] ?? ''
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
