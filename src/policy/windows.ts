import { plainName } from './plain-name.ts'

/** How many tokens a model's window holds. Only those that differ from the cautious default; the first that fits counts. */
const WINDOWS: readonly [RegExp, number][] = [
  [/\[1m\]$/, 1_000_000],
  [/^gemini-/, 1_000_000],
  [/^gpt-4\.1/, 1_000_000],
  [/^gpt-4o|^gpt-4-turbo/, 128_000],
  [/^(?:o1|o3|o4)-mini/, 200_000],
]

const DEFAULT_WINDOW = 200_000

/** `null`: the agent's own default model, which nobody named. */
export function windowOf(model: string | null): number {
  if (model === null) return DEFAULT_WINDOW
  const plain = plainName(model)
  return WINDOWS.find(([name]) => name.test(model) || name.test(plain))?.[1] ?? DEFAULT_WINDOW
}
