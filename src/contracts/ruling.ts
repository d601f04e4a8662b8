import { cleanText } from './clean-text.ts'
import { type JsonObject, ownValue, readJsonObject } from './json-object.ts'
import { type Fence, type Scan, scanMarkdown } from './scan-markdown.ts'

export interface Ruling {
  ruling: 'yes' | 'no'
  reason: string
}

const MAX_REASON = 500

/** A judge's answer: the `wiggum` block that ends its message. `null`: it cannot be told what it said. */
export function readRuling(finalMessage: string): Ruling | null {
  const scan = scanMarkdown(finalMessage)
  if (!scan || scan.tangled) return null
  const fences = scan.fences.filter(({ info }) => info.split(/\s/, 1)[0] === 'wiggum')
  const answers = fences.map((fence) => rulingIn(scan, fence))
  const [first] = answers
  return first && answers.every((each) => each?.ruling === first.ruling) ? first : null
}

function rulingIn({ lines }: Scan, { closed, first, end }: Fence): Ruling | null {
  const read = closed ? readJsonObject(lines.slice(first, end).join('\n'), ['ruling']) : null
  return read?.ok ? answerOf(read.value) : null
}

function answerOf(block: JsonObject): Ruling | null {
  const ruling = ownValue(block, 'ruling')
  const reason = ownValue(block, 'reason')
  if (ruling !== 'yes' && ruling !== 'no') return null
  const words = typeof reason === 'string' ? cleanText(reason, MAX_REASON).replace(/\s+/g, ' ').trim() : ''
  return { ruling, reason: words || 'it gave no reason' }
}
