/** What looks like a secret wherever it stands. */
const SHAPES: [RegExp, string][] = [
  [/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g, '[hidden]'],
  [/\b(?:sk|pk|rk)[-_][\w-]{16,}/g, '[hidden]'],
  [/\b(?:gh[pousr]_|github_pat_|glpat-|npm_|hf_|xox[a-z]-|AKIA|ASIA|AIza)[\w-]{10,}/g, '[hidden]'],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, '[hidden]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [hidden]'],
  [/\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@]{1,200}@/gi, '$1[hidden]@'],
  [/(https?:\/\/(?:hooks\.slack(?:-gov)?|(?:\w{1,20}\.)?discord(?:app)?)\.com\/)\S+/gi, '$1[hidden]'],
  [
    /\b(\w{0,40}(?:password|passwd|secret|token|api[_-]?key))(["']?\s?[=:]\s?["']?)[^\s"',;]{4,}/gi,
    '$1$2[hidden]',
  ],
]
const NAME = /(^|_)(TOKEN|KEY|SECRET|PASSWORD|PASSWD|CREDENTIALS?|WEBHOOK_URL)$/i
/** A shorter value would be found in words that are none. */
const SHORTEST = 8

/** Removes the values of the user's own secret variables, and what has the shape of a secret. */
export function secretHider(
  env: Record<string, string | undefined>,
  more: string[] = [],
): (text: string) => string {
  const named = Object.entries(env).flatMap(([name, value]) => (NAME.test(name) && value ? [value] : []))
  const values = [...named, ...more].filter((value) => value.length >= SHORTEST)
  return (text) => {
    const known = values.reduce((left, value) => left.replaceAll(value, '[hidden]'), text)
    return SHAPES.reduce((left, [shape, by]) => left.replace(shape, by), known)
  }
}
