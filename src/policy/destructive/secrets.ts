import { isSecretName } from '../../secrets/names.ts'
import { hideShapes } from '../../secrets/view.ts'

/** A shorter value would be found in words that are none. */
const SHORTEST = 6

const GIVEN = /(?<![\w-])([A-Za-z_]\w*)=(?:'([^']*)'|"([^"]*)"|([^\s;|&'"]+))/g

/** What a line sets variables to that are secret by their names: it stands wherever they are used. */
export function secretsIn(command: string): string[] {
  return [...command.matchAll(GIVEN)].flatMap(([, name = '', ...values]) => {
    const value = values.find((each) => each !== undefined) ?? ''
    return isSecretName(name) && value.length >= SHORTEST && !value.includes('$') ? [value] : []
  })
}

/** The rest of a word between quotes, as `wordsAsText` writes it. */
const QUOTED = '(?:[^"\\\\]|\\\\.)*"'

/** Options whose value is a secret, for any program or for one. */
const OPTIONS: readonly { of: RegExp; option: RegExp }[] = [
  {
    of: /./,
    option: worded('--(?:[\\w-]*(?:password|passwd|token|secret|api-key)|pass|oauth2-bearer|cookie)[= ]'),
  },
  { of: /./, option: worded('--from-literal[= ][\\w.-]+=') },
  { of: /\bcurl\b/, option: worded('(?:-[fgiIjkLlnNOqsSv]*[uUb] ?|--(?:proxy-)?user[= ])') },
  { of: /\b(?:https?|xhs?) /, option: worded('(?:-a ?|--auth[= ])') },
  { of: /\b(?:mysql|mariadb)/, option: worded('-p') },
  { of: /\bmongo/, option: worded('-p ?') },
  { of: /\bredis-cli\b/, option: worded('-a ') },
  { of: /\bsqlcmd\b/, option: worded('-P ?') },
  { of: /\bgh secret set\b/, option: worded('(?:-b ?|--body[= ])') },
]

/** With its value, whether that is the next word or stands in the same, which may be in quotes. */
function worded(option: string): RegExp {
  return new RegExp(`(?<= )(?:"(${option})${QUOTED}|(${option})(?:"${QUOTED}|[^\\s"]+))`, 'g')
}

/** In a header, and in a statement. */
const PHRASES: readonly [RegExp, string][] = [
  [/\b((?:proxy-)?authorization|cookie|x-[\w-]{0,40}(?:key|auth))(\s?:\s?)[^"'\n]+/gi, '$1$2[hidden]'],
  [/\b(password|identified\s+by)(\s+)'(?:[^']|'')*'/gi, "$1$2'[hidden]'"],
]

export function withoutSecrets(what: string, secrets: string[]): string {
  const known = secrets.reduce((left, value) => left.replaceAll(value, '[hidden]'), what)
  const phrased = PHRASES.reduce((left, [shape, by]) => left.replace(shape, by), known)
  const own = OPTIONS.filter(({ of }) => of.test(what))
  return hideShapes(own.reduce((left, { option }) => left.replace(option, '$1$2[hidden]'), phrased))
}
