import { hideSecrets } from './known.ts'

/**
 * What may be a secret by the words around it, or by how it begins. Also honest text looks so: it is for what is shown to
 * be passed on, and never for what is stored or asked about.
 */
const LOOSE: readonly [RegExp, string][] = [
  [/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g, '[hidden]'],
  [
    /\b(?:(?:sk|pk|rk)[-_](?=[\w-]{16})|gh[pousr]_|github_pat_|glpat-|npm_|hf_|xox[a-z]-|AKIA|ASIA|AIza)[\w-]{10,}/g,
    '[hidden]',
  ],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, '[hidden]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [hidden]'],
  // Up to the last `@` of the host: a password may hold one.
  [/\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/?#]{1,200}@/gi, '$1[hidden]@'],
  [/(https?:\/\/(?:hooks\.slack(?:-gov)?|(?:\w{1,20}\.)?discord(?:app)?)\.com\/)\S+/gi, '$1[hidden]'],
  [
    /\b(\w{0,40}(?:password|passwd|secret|token|api[_-]?key))(\\?["']?\s?[=:]\s?\\?["']?)[^\s"',;]{4,}/gi,
    '$1$2[hidden]',
  ],
]

export function hideShapes(text: string): string {
  return LOOSE.reduce((left, [shape, by]) => left.replace(shape, by), text)
}

/** For a report, a message to elsewhere, a page: secrets, and what may be one. */
export function hideInView(text: string): string {
  return hideShapes(hideSecrets(text))
}
