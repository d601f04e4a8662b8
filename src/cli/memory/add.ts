import { archetypes } from '../../archetypes/index.ts'
import type { LessonKind } from '../../core/memory/kinds.ts'
import { type Taken, takeIn } from '../../core/memory/take-in.ts'
import { textProblem } from '../../core/memory/text-problem.ts'
import { makers, memoryLimits } from '../../policy/memory.ts'
import { EXIT, Problem } from '../../runtime/problem.ts'
import { openProject } from '../../runtime/project.ts'
import { ensureLayout } from '../../store/layout.ts'
import { changeMemory } from '../../store/memory-file.ts'
import { type Call, text, texts } from '../command.ts'

/** A person's own lesson. It counts like one that was met twice, and does not fade. */
export async function addLesson(call: Call): Promise<number> {
  const words = (call.args[1] ?? '').trim()
  const problem = textProblem(words)
  if (problem !== null)
    throw new Problem(EXIT.usage, `The text of the lesson ${problem}`, 'Say it: wiggum memory add "<text>".')
  const { layout, archetypes: own } = await openProject(call.cwd, call.env)
  const role = knownRole(text(call, 'role'), [...Object.keys(archetypes), ...own.map(({ name }) => name)])
  const given = {
    by: 'person' as const,
    kind: kindOf(call, role),
    domain: text(call, 'domain'),
    role,
    category: null,
    files: texts(call, 'files'),
    text: words,
    fix: '',
    wordings: [],
    frequency: memoryLimits.recursFrom,
  }
  ensureLayout(layout)
  let taken: Taken | null = null
  await changeMemory(layout, (memory) => {
    taken = takeIn(memory, given)
    return taken.memory
  })
  const { lesson, known } = taken! as Taken
  if (call.json) call.out(JSON.stringify({ id: lesson.id, kind: lesson.kind, known }))
  else call.out(known ? `Known already, as ${lesson.id}: it says so from now on.` : `Added ${lesson.id}.`)
  return EXIT.ok
}

function knownRole(role: string | null, known: string[]): string | null {
  if (role === null || known.includes(role)) return role
  throw new Problem(EXIT.usage, `There is no role "${role}"`, `Known: ${known.join(', ')}.`)
}

/** Without a word about it: a hint where a role is named, else a preference. */
function kindOf(call: Call, role: string | null): LessonKind {
  // Its values are the choices of the option.
  const kind = (text(call, 'kind') as LessonKind | null) ?? (role === null ? 'preference' : 'archetype-hint')
  if (kind === 'archetype-hint' && role === null)
    throw new Problem(EXIT.usage, 'A hint is for one role', 'Name it: --role maker.')
  if (kind !== 'archetype-hint' && role !== null && !makers.includes(role))
    throw new Problem(
      EXIT.usage,
      `The ${role} gets hints for its own role and nothing else`,
      'Leave out --kind.',
    )
  return kind
}
