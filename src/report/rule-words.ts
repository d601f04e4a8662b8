/** What a rule went by, which the log holds as data. */
export function ruleInput(input: unknown): string {
  if (typeof input !== 'object' || input === null) return String(input ?? '')
  const { rule, ...rest } = input as Record<string, unknown>
  const known = typeof rule === 'string' && Object.hasOwn(RULES, rule) ? RULES[rule]! : ''
  const all = Object.entries(rule === undefined ? rest : { rule, ...rest })
  const words = all.map(([name, value]) => `${name} ${plainWord(value)}`).join(', ')
  return [words, known].filter(Boolean).join(': ')
}

const RULES: Record<string, string> = { A2: 'the Guardian wrote no CRITICAL and no WARNING' }

function plainWord(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
