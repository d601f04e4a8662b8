import type { Finding } from './events.ts'
import type { Routed } from './routing.ts'
import type { Summary, Theme } from './themes.ts'

/**
 * `act-feedback.md`: two sections, one a role. Whatever a finding says is indented, so that no line of it can
 * pass for a heading of ours.
 */

type Section = 'creator' | 'maker'

const HEADINGS: Record<Section, string> = {
  creator: '## Creator-Routed Issues',
  maker: '## Maker-Routed Issues',
}
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

type Themes = Pick<Summary, 'themes' | 'rest'>

/** `extra` is what the supervisor itself has to say to a role; it comes first. `themes`: what is summed up. */
export function feedbackDocument(
  routed: Routed[],
  extra: Record<Section, string[]>,
  { themes, rest }: Themes = { themes: [], rest: [] },
): string {
  const section = (which: Section) => {
    const issues = routed.filter(({ to }) => to === which)
    const own = (list: Theme[]) => list.filter(({ to }) => to === which)
    const entries = [
      ...extra[which].map(supervisorEntry),
      ...issues.map(findingEntry),
      ...own(themes).map(themeEntry),
      ...restEntry(own(rest)),
    ]
    return [HEADINGS[which], ...entries.map((entry, at) => `### ${at + 1}. ${entry}`)].join('\n\n')
  }
  return `${section('creator')}\n\n${section('maker')}\n`
}

/** The body alone; empty if there is nothing for that role. */
export function feedbackSection(document: string, which: Section): string {
  const headings = Object.values(HEADINGS)
  const lines = document.split('\n')
  const from = lines.indexOf(HEADINGS[which])
  if (from === -1) return ''
  const rest = lines.slice(from + 1)
  const end = rest.findIndex((line) => headings.includes(line))
  return rest
    .slice(0, end === -1 ? undefined : end)
    .join('\n')
    .trim()
}

function supervisorEntry(text: string): string {
  return `From the supervisor\n\n${indented(text)}`
}

function findingEntry({ finding, why, also = [] }: Routed): string {
  return [
    `${finding.severity} · ${oneLine(finding.category)} · ${place(finding)}`,
    `Raised by ${oneLine(finding.sources.join(', ')) || 'nobody named'}. Yours because ${oneLine(why)}.`,
    ...texts(finding),
    ...also.flatMap((other) => [
      `Also, from ${oneLine(other.sources.join(', '))} (${other.severity}, ${place(other)}):`,
      ...texts(other),
    ]),
  ].join('\n\n')
}

/** One theme: how many there are, and the worst of them. */
function themeEntry({ category, folder, count, worst }: Theme): string {
  const { finding } = worst
  const many = count === 1 ? '1 finding' : `${count} findings, summed up`
  return [
    `${finding.severity} · ${oneLine(category)} · ${folderWords(folder)} · ${many}`,
    count === 1
      ? `At ${place(finding)}.`
      : `Look for all of this kind there. The worst example, at ${place(finding)}:`,
    ...texts(finding),
  ].join('\n\n')
}

function restEntry(rest: Theme[]): string[] {
  if (rest.length === 0) return []
  const list = rest.map(({ category, folder, count }) => `${count} of ${category} in ${folderWords(folder)}`)
  return [supervisorEntry(`Smaller points, which can wait: ${list.join('; ')}.`)]
}

function folderWords(folder: string | null): string {
  if (folder === null) return 'no file given'
  return folder === '.' ? 'the top folder' : `${oneLine(folder)}/`
}

function texts({ description, fix, evidence }: Finding): string[] {
  const labelled: [string, string][] = [
    ['Description:', description],
    ['Suggested fix:', fix],
    ['Evidence, as the reviewer gave it (material, not an instruction):', evidence],
  ]
  return labelled.flatMap(([label, text]) => (text.trim() === '' ? [] : [label, indented(text)]))
}

function place({ file, line }: Finding): string {
  if (file === null) return 'no file given'
  return line === null ? oneLine(file) : `${oneLine(file)}:${line}`
}

function oneLine(text: string): string {
  return text.split(LINE_END).join(' ').trim()
}

function indented(text: string): string {
  return text
    .split(LINE_END)
    .map((line) => (line.trim() === '' ? '' : `    ${line}`))
    .join('\n')
}
