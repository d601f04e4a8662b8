/** What a finding calls by its name in the code. Shapes only: a call, a path, a word that nobody writes in prose. */
export interface CodeName {
  /** Without `()`; dotted names and paths are whole. */
  name: string
  shape: 'call' | 'path' | 'word'
}

const MAX_TEXT = 10_000
const MAX_NAMES = 40
const MAX_LENGTH = 80

/** With a folder, and relative: addresses and what lies elsewhere on a machine are no part of a project. */
const PATH = /(?<![\w/:~.\\-])(?:\.\/)?(?:[\w@-][\w@.-]*\/){1,12}[\w@.-]*\.[A-Za-z]\w{0,7}(?![\w/])/g
const TOKEN = /[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*/g
const SHAPED = /[a-z][A-Z]|[_$]/
/** "the item(s)" is no call. */
const PLURAL = /^\(e?s\)/

/** Words of the languages themselves, and what each of them has at hand: they are nowhere defined, and everywhere. */
const COMMON = new Set(
  (
    'null undefined true false nil none nan this self super new return throw if else for while do switch case try catch finally ' +
    'function func fn def fun class interface struct enum type const let var import export from require async await yield typeof ' +
    'string number boolean object array symbol bigint date regexp promise map set error json math console process buffer ' +
    'parseint parsefloat isnan settimeout setinterval setimmediate queuemicrotask structuredclone fetch alert eval exec ' +
    'encodeuricomponent decodeuricomponent print println printf sprintf fprintf len str int float bool dict list tuple bytes range ' +
    'open input isinstance repr sorted min max sum abs round enumerate zip filter any all hash iter next malloc calloc realloc free ' +
    'strlen strcpy memcpy memset sizeof make append panic recover copy delete close vec format unwrap sleep exit echo test describe ' +
    'it expect assert assertequal before after beforeeach aftereach url urlsearchparams arraybuffer uint8array weakmap'
  ).split(' '),
)

export function codeNames(text: string): CodeName[] {
  const looked = text.slice(0, MAX_TEXT)
  const paths = (looked.match(PATH) ?? []).map((path) => path.replace(/^\.\//, ''))
  const names = new Map<string, CodeName>()
  for (const name of paths) names.set(name, { name, shape: 'path' })
  for (const found of identifiers(looked.replaceAll(PATH, ' ')))
    if (names.get(found.name)?.shape !== 'call') names.set(found.name, found)
  return [...names.values()].filter(({ name }) => name.length <= MAX_LENGTH).slice(0, MAX_NAMES)
}

function identifiers(text: string): CodeName[] {
  const parts = text.split('`')
  return parts.flatMap((part, at) => identifiersOf(part, at % 2 === 1))
}

function identifiersOf(text: string, isCode: boolean): CodeName[] {
  return [...text.matchAll(TOKEN)].flatMap((match): CodeName[] => {
    const name = match[0]
    if (COMMON.has(name.toLowerCase()) || name.length < 3) return []
    const after = text.slice(match.index + name.length, match.index + name.length + 4)
    if (after.startsWith('(') && !PLURAL.test(after)) return [{ name, shape: 'call' }]
    return isCode || SHAPED.test(name) ? [{ name, shape: 'word' }] : []
  })
}
