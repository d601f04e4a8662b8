import type { Outline } from './outline.ts'
import { serves } from './purpose.ts'
import { bringingIn } from './sentences.ts'

const MODIFIERS =
  /^(?:(?:export|default|public|private|protected|internal|abstract|final|sealed|open|static|pub|partial|declare|unsafe)\s+){0,5}/
const DECLARED = /^(class|interface|trait|protocol|mixin|type)\s+([A-Za-z_]\w{1,80})(.*)$/
const KINDS =
  '(?:class|interface|trait|protocol|mixin|abstraction|factory|registry|strategy|adapter|facade|layer)'
const KIND_FIRST = new RegExp(`\\b${KINDS}\\s+(?:called\\s+|named\\s+)?\`?([A-Z]\\w{1,80})`, 'g')
const NAME_FIRST = new RegExp(`\\b([A-Z]\\w{1,80})\`?\\s+(?:abstract\\s+|base\\s+)?${KINDS}\\b`, 'g')
const LIKE_ONE =
  /\b((?:Abstract|Base)[A-Z]\w{1,80}|[A-Z]\w{1,80}(?:Factory|Provider|Manager|Registry|Strategy|Adapter|Facade|Mediator|Visitor|Builder|Orchestrator|Dispatcher|Engine|Plugin|Gateway|Decorator|Resolver|Repository|Service|Container|Wrapper|Bus|Abstraction|Layer))\b/g

/** Shapes of data, errors and tests: names for what is there anyway. */
const NO_ABSTRACTION =
  /(?:Error|Exception|Warning|Options?|Props|Params|Parameters|Config|Settings|Input|Output|Results?|Request|Response|Args|Arguments|Event|State|Dto|DTO|Data|Entry|Item|Row|Record|Key|Id|Kind|Tests?|TestCase|Spec)$|^Test[A-Z]/

const MAX_FOUND = 50
const MAX_BODY = 30

/** Names that a plan declares in code it shows, or says that it brings in. What it weighed and refused does not count. */
export function abstractionsIn({ sections }: Outline, decisions: string[]): string[] {
  const chosen = sections.filter(({ title }) => !serves(title, 'alternative'))
  const prose = chosen.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)])
  const found = [
    ...chosen.flatMap(({ code }) => declaredIn(code)),
    ...[...prose, ...decisions].flatMap(saidIn),
  ]
  return [...new Set(found)].filter((name) => !NO_ABSTRACTION.test(name)).slice(0, MAX_FOUND)
}

function declaredIn(code: string[]): string[] {
  return code.flatMap((line, at) => {
    const text = line
      .slice(0, 400)
      .trim()
      .replace(/^\+\s*/, '')
      .replace(MODIFIERS, '')
    const [, kind, name = '', rest = ''] = DECLARED.exec(text) ?? []
    if (kind === undefined) return []
    const isData =
      (kind === 'type' || kind === 'interface') && isShape(rest, code.slice(at + 1, at + 1 + MAX_BODY))
    return isData ? [] : [name]
  })
}

/** Fields alone: nothing in it can be called. */
function isShape(rest: string, following: string[]): boolean {
  if (/^\s+interface\b/.test(rest)) return false
  const isOpen = rest.includes('{') && !rest.includes('}')
  const end = isOpen ? following.findIndex((line) => /^\s{0,2}\}/.test(line)) : 0
  const body = [rest, ...following.slice(0, end === -1 ? MAX_BODY : end)]
  return !body.some((line) => line.includes('('))
}

function saidIn(line: string): string[] {
  return bringingIn(line).flatMap((sentence) =>
    [KIND_FIRST, NAME_FIRST, LIKE_ONE].flatMap((pattern) =>
      [...sentence.matchAll(pattern)].map(([, name = '']) => name),
    ),
  )
}
