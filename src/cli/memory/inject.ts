import { strategies } from '../../core/decide/index.ts'
import { type Chosen, chooseLessons } from '../../core/memory/choose.ts'
import { rolesFor } from '../../core/memory/relevance.ts'
import { plural } from '../../report/words.ts'
import { isMemoryOn } from '../../runtime/load-lessons.ts'
import { EXIT, Problem } from '../../runtime/problem.ts'
import { openProject } from '../../runtime/project.ts'
import { ensureLayout } from '../../store/layout.ts'
import { keepAudit } from '../../store/memory-audit.ts'
import { readMemory } from '../../store/memory-file.ts'
import { type Call, text, texts } from '../command.ts'
import { findRun } from '../find-run.ts'
import { lessonLine } from './lesson-words.ts'

/** What a run of this task would be given, and why. Nothing is written, unless a run is named. */
export async function showInjection(call: Call): Promise<number> {
  const task = (call.args[1] ?? '').trim()
  if (task === '')
    throw new Problem(
      EXIT.usage,
      'The task is empty',
      'Say what is to be done: wiggum memory inject "<task>".',
    )
  const { layout, config } = await openProject(call.cwd, call.env)
  const domain = text(call, 'domain') ?? config.domain
  const strategy = strategyOf(text(call, 'strategy') ?? config.strategy)
  const aimed = { task, files: texts(call, 'files'), domain, strategy }
  const limits = { max: config.memory.max_lessons, detectors: config.detectors }
  const chosen = isMemoryOn(config) ? chooseLessons(readMemory(layout).lessons, aimed, limits) : []
  const named = text(call, 'run')
  const run = named === null ? null : findRun(layout, named)
  if (run !== null) {
    ensureLayout(layout)
    const at = new Date().toISOString()
    keepAudit(
      layout,
      chosen.flatMap(({ lesson, why }) =>
        rolesFor(lesson, strategy).map((role) => ({ at, run, lesson: lesson.id, role, why })),
      ),
    )
  }
  if (call.json) call.out(JSON.stringify(chosen.map((each) => viewOf(each, strategy))))
  else for (const line of linesOf(chosen, strategy, isMemoryOn(config))) call.out(line)
  return EXIT.ok
}

/** Where wiggum would choose, everybody may play. */
function strategyOf(name: string): string {
  if (name === 'auto') return 'pdca'
  const known = Object.keys(strategies)
  if (known.includes(name)) return name
  throw new Problem(EXIT.usage, `There is no strategy "${name}"`, `Known: ${known.join(', ')}.`)
}

function viewOf({ lesson, why }: Chosen, strategy: string) {
  const { id, kind, text: words, frequency } = lesson
  return { id, kind, text: words, frequency, roles: rolesFor(lesson, strategy), why }
}

function linesOf(chosen: Chosen[], strategy: string, on: boolean): string[] {
  if (!on) return ['The memory is switched off (memory.enabled, memory.max_lessons).']
  if (chosen.length === 0) return ['No lesson fits this task.']
  return [
    `${plural(chosen.length, 'lesson')} would be given:`,
    ...chosen.flatMap(({ lesson, why }) => [
      `  ${lesson.id}  ${lesson.kind}, for ${rolesFor(lesson, strategy).join(' and ')}: ${lessonLine(lesson)}`,
      `    because ${why}`,
    ]),
  ]
}
