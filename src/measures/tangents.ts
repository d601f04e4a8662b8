import type { Message } from './message.ts'
import type { Outline, Section } from './outline.ts'
import { isAskedFor, serves } from './purpose.ts'
import { type Resolve, referencesIn } from './references.ts'
import { meets, partsOf, vocabularyOf } from './vocabulary.ts'

/** A shorter section is a remark. */
const MIN_WORDS = 15
const MAX_TANGENTS = 20

/** Sections that point at things which neither the task nor any other part of the report has to do with. */
export function tangentsIn(message: Message, outline: Outline, resolve: Resolve): string[] {
  const topics = topicsOf(outline)
  const parts = topics.map((topic) => partsNamed(topic, resolve))
  const goal = goalOf(message, topics)
  const uses = new Map<string, number>()
  for (const part of topics.flatMap(wordsOf)) uses.set(part, (uses.get(part) ?? 0) + 1)
  return topics
    .filter((topic, index) => {
      const own = parts[index]!
      if (!isOwnTopic(topic) || own.length === 0) return false
      return !own.some((part) => (uses.get(part) ?? 0) > 1 || meets(goal, part))
    })
    .map(({ title }) => title)
    .slice(0, MAX_TANGENTS)
}

/** Sections below another belong to it. */
function topicsOf({ sections }: Outline): Section[] {
  const levels = sections.map(({ level }) => level).filter((level) => level > 0)
  const top = levels
    .toSorted((a, b) => a - b)
    .find((level) => levels.filter((each) => each === level).length > 1)
  const topics: Section[] = []
  for (const section of sections) {
    const above = topics.at(-1)
    if (above && above.level > 0 && top !== undefined && section.level > top) join(above, section)
    else topics.push({ ...section, lines: [...section.lines] })
  }
  return topics
}

function join(above: Section, below: Section): void {
  above.lines.push({ text: below.title, words: 0 }, ...below.lines)
  above.words += below.words
}

function isOwnTopic({ title, level, words }: Section): boolean {
  const closing = serves(title, 'recommends') || serves(title, 'closes') || serves(title, 'pattern')
  return level > 0 && words >= MIN_WORDS && !closing && !isAskedFor(title)
}

function partsNamed({ title, lines }: Section, resolve: Resolve): string[] {
  const { names } = referencesIn([title, ...lines.map(({ text }) => text)], resolve)
  return [...new Set([...names].flatMap(partsOf))]
}

/** Everything it speaks of, each once. */
function wordsOf({ title, lines }: Section): string[] {
  return partsOf([title, ...lines.map(({ text }) => text)].join('\n'))
}

/** What it is all for: the task, what the report gives as relevant, and what it recommends. */
function goalOf({ task, taskFiles, contract }: Message, topics: Section[]) {
  const closing = topics.filter(({ title }) => serves(title, 'recommends') || serves(title, 'closes'))
  const said = closing.flatMap(({ lines }) => lines.map(({ text }) => text))
  return vocabularyOf(
    task,
    taskFiles.join(' '),
    contract.files.join(' '),
    contract.summary ?? '',
    said.join('\n'),
  )
}
