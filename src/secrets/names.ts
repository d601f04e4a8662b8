/** Anywhere in a name these say that a secret is held. */
const SURE = /(?:PASSWORD|PASSWD|PASSPHRASE|SECRETS?|TOKENS?|CREDENTIALS?|APIKEY|AUTHTOKEN)$/

/** These say it only as the last word: `KEY` of `API_KEY`, not of `KEY_REPEAT`. */
const AT_THE_END = new Set(['KEY', 'KEYS', 'PASS', 'AUTH', 'PAT', 'COOKIE', 'JWT', 'BEARER', 'DSN'])

/** Which one of several it is, or in which form; says nothing about what it is. */
const WHICH = /^(?:\d+|PROD|PRODUCTION|DEV|STAGING|TEST|CI|LIVE|OLD|NEW|BASE|B64|BASE64|PEM|JSON|VALUE|RAW)$/

/** What is known about a secret, and is none itself. */
const ABOUT =
  /^(?:URLS?|URI|HOST|PORT|PATH|FILE|FILENAME|DIR|FOLDER|NAME|USER|USERNAME|ID|TYPE|LENGTH|LIMITS?|TTL|EXPIRY|EXPIRES|TIMEOUT|COUNT|MAX|SIZE|ENABLED|DISABLED|HEADER|PREFIX|SOCK|ISSUER|AUDIENCE|ENDPOINT|REGION|ALGORITHM|ALG|POLICY|STORE|MANAGER)$/

/** Whether a variable of that name holds a secret. The one list there is. */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '')
  while (words.length > 1 && WHICH.test(words.at(-1)!)) words.pop()
  const last = words.at(-1) ?? ''
  if (/(?:^|_)WEBHOOK_URL$|(?:^|_)CONNECTION_STRING$/.test(words.join('_'))) return true
  if (ABOUT.test(last)) return false
  if (words.some((word) => SURE.test(word))) return true
  // The shell's own `PWD` and `OLDPWD` are folders.
  if (last === 'PWD') return words.length > 1
  return AT_THE_END.has(last) && words.at(-2) !== 'PUBLIC'
}
