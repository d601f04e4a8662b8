/** Which options of a program take a value. */
export interface Takes {
  /** By their letter: the value stands right behind it, or is the next word. */
  short: RegExp
  long: RegExp
  /** Letters among them whose value is never the next word, as in `-psecret`. */
  attached?: RegExp
}

export type Argument =
  | { kind: 'option'; name: string; flags: string; value: string }
  | { kind: 'operand'; word: string; at: number }

/** `-tAc x`, `-cx`, `--command x` and `--command=x` give the same; `flags` are the letters without a value. */
export function argumentsIn(args: string[], takes: Takes): Argument[] {
  const found: Argument[] = []
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!
    const option = longOption(word, takes) ?? shortOption(word, takes)
    if (!option) found.push({ kind: 'operand', word, at })
    else {
      const { name, flags, wants } = option
      const value = option.value ?? (wants ? (args[++at] ?? '') : '')
      found.push({ kind: 'option', name, flags, value })
    }
  }
  return found
}

export function operandsIn(args: string[], takes: Takes): string[] {
  return argumentsIn(args, takes).flatMap((each) => (each.kind === 'operand' ? [each.word] : []))
}

interface Option {
  name: string
  flags: string
  value: string | null
  /** Its value is the next word. */
  wants: boolean
}

function longOption(word: string, { long }: Takes): Option | null {
  const match = /^--([\w.-]+)(?:=([\s\S]*))?$/.exec(word)
  if (!match) return null
  const [, name = '', value] = match
  return { name, flags: '', value: value ?? null, wants: value === undefined && long.test(name) }
}

function shortOption(word: string, { short, attached }: Takes): Option | null {
  if (!/^-[A-Za-z#0-9]/.test(word)) return null
  const letters = word.slice(1)
  const at = letters.search(short)
  if (at < 0) return { name: '', flags: letters, value: null, wants: false }
  const name = letters[at]!
  const flags = letters.slice(0, at)
  const behind = letters.slice(at + 1)
  if (behind !== '') return { name, flags, value: behind.replace(/^=/, ''), wants: false }
  return { name, flags, value: null, wants: !attached?.test(name) }
}
