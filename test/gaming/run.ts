import { games, honestChanges } from './cases.ts'
import type { Change } from './change.ts'
import { natively } from './native.ts'
import { playChange, type Row } from './play.ts'
import { missing, type Project } from './project.ts'

const [what = '', ...words] = process.argv.slice(2)
const chosen = [...games, ...honestChanges].filter(
  (change) => missing(change.project) === null && words.every((word) => nameOf(change).includes(word)),
)
for (const sentence of new Set([...games, ...honestChanges].flatMap(({ project }) => missing(project) ?? [])))
  console.log(`left out: ${sentence}`)

if (what === 'natively') validate()
else if (what === 'table') await table()
else throw new Error('say natively or table')

/**
 * What makes a case a case: the tests of its project are green on the base, red with the careless change alone and red with a failing test that is
 * added by hand; and with the whole change they are green.
 */
function validate(): void {
  const projects = new Set(chosen.map(({ project }) => project))
  for (const project of projects) {
    const name = `${project.runner}, ${Object.keys(project.files).join(' ')}`
    check(`${name}: the base`, project, {}, true)
    check(`${name}: the careless change`, project, project.wrong, false)
    check(`${name}: a test that must fail`, project, project.red, false)
  }
  for (const change of chosen) check(nameOf(change), change.project, change.files, true, change.executable)
}

function check(
  name: string,
  project: Project,
  files: Change['files'],
  isGreen: boolean,
  executable?: string[],
): void {
  const { code, output } = natively(project, files, executable)
  const isRight = (code === 0) === isGreen
  console.log(`${isRight ? 'as it should' : 'NOT A CASE  '}  exit ${code}  ${name}`)
  if (isRight) return
  console.log(output.slice(-1500))
  process.exitCode = 1
}

async function table(): Promise<void> {
  console.log(
    '| runner | kind | case | ending | seconds | evidence / tests | words |\n|---|---|---|---|---|---|---|',
  )
  const rows: Row[] = []
  const waiting = [...chosen]
  const work = async () => {
    for (let change = waiting.shift(); change; change = waiting.shift()) {
      const row = await playChange(change)
      rows.push(row)
      console.log(line(row))
    }
  }
  await Promise.all([work(), work()])
  const sum = (of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)
  const share = sum(({ evidence }) => evidence) / sum(({ tests }) => tests)
  console.log(`\n${rows.length} runs; not as they should: ${rows.filter(isWrong).length}`)
  console.log(`evidence beyond baseline and merged run: ${share.toFixed(2)} × the time of these`)
  if (rows.some(isWrong)) process.exitCode = 1
}

function isWrong({ change, code, landed }: Row): boolean {
  return change.kind === 'honest' ? code !== 0 : landed || ![10, 12, 20].includes(code ?? -1)
}

function line(row: Row): string {
  const { change, code, gates, seconds, evidence, tests, words } = row
  const ending = `${isWrong(row) ? '**wrong** ' : ''}${code}${gates.length > 0 ? ` ${gates.join(', ')}` : ''}`
  const cells = [
    change.project.runner,
    change.kind,
    change.name,
    ending,
    seconds.toFixed(1),
    (evidence / tests).toFixed(2),
    words,
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function nameOf({ project, kind, name }: Change): string {
  return `${project.runner}: ${kind}: ${name}`
}
