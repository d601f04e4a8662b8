/** Words that stand where a secret would, in development and in documents, and those that our own log is made of. */
const COMMON = new Set(
  `password passwd pass secret secrets token key keys api apikey auth access admin administrator root user username guest test tests testing tester
  dev devel develop development prod production staging stage local localhost default example sample demo dummy fake mock placeholder changeme change
  me this it please your my our the a an here insert replace with value string text none null nil undefined empty true false yes no on off enabled
  disabled public private internal postgres postgresql mysql mariadb mongo mongodb redis rabbitmq sqlite database db server service client app
  application web site http https login signin session cookie bearer basic jwt abc foo bar baz qux lorem ipsum
  temp tmp todo fixme not for use only in ci build debug release version main master latest stable node nodejs python java ruby docker github gitlab
  google azure aws amazon openai anthropic claude codex opencode pi gemini scripted wiggum pipeline pdca loop live review standard thorough fast
  guardian skeptic sage trickster explorer creator maker judge research writing code baseline unproven verified approved rejected project name id
  identifier number count type kind file path folder directory hidden redacted removed masked super supersecret long very random generated hello world`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

const SHORTEST = 8

/**
 * Whether nothing is given away by it: too short, a number, a switch, a path, an address without a password, a word that
 * everybody uses, something to be filled in. Hidden, it would be missing in text that means something else.
 */
export function isPlainValue(value: string): boolean {
  const text = value.trim()
  if (text.length < SHORTEST || /^[\d\s.,:+-]+$/.test(text)) return true
  if (new Set(text).size <= 3 || isToBeFilledIn(text)) return true
  return isPath(text) || isPlainAddress(text) || isWords(text)
}

/** `<your-token>`, `${TOKEN}`, `{{ token }}`, `$TOKEN`, `xxxx-…`. */
function isToBeFilledIn(text: string): boolean {
  if (/^(?:<[^<>]*>|\$\{[^{}]*\}|\{\{[^{}]*\}\}|%[A-Za-z_]\w*%|\$[A-Z_][A-Z0-9_]*|\[[^[\]]*\])$/.test(text))
    return true
  return /^(?:your|my|insert|replace|change)[-_ ]/i.test(text) || /x{6}|X{6}|\*{6}|\.{6}|0{12}/.test(text)
}

function isPath(text: string): boolean {
  return /^(?:~|\.{1,2})?\/[^\s:;,]*$/.test(text) && !/^\/[A-Za-z0-9+/]{30,}=*$/.test(text)
}

function isPlainAddress(text: string): boolean {
  const [, rest] = /^[a-z][a-z0-9+.-]{1,20}:\/\/(\S+)$/i.exec(text) ?? []
  if (rest === undefined) return false
  const [place = '', query = ''] = rest.split(/[?#](.*)/s)
  const isHook = /(?:^|\.)(?:hooks\.slack(?:-gov)?\.com|discord(?:app)?\.com|webhook)/i.test(place)
  // A long part of a path, or a query, may be the secret that lets one in.
  return !place.includes('@') && query === '' && !isHook && !/\/[\w-]{20,}/.test(place)
}

function isWords(text: string): boolean {
  const words = text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1)
  if (words.length === 0) return false
  const others = text.replace(/[A-Za-z]/g, '').length
  return others <= 6 && words.every((word) => COMMON.has(word))
}
