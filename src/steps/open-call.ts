import { argumentsOf, editDigest, relativeTo } from './arguments.ts'
import { answersWithOne, filesOfCommand, runsOneProgram } from './command-kind.ts'
import { editLines, editPlace } from './edit-facts.ts'
import { kindOf, shellCommand } from './kind-of.ts'
import type { EditLines, FilesTouched, StepArguments, ToolKind } from './step.ts'
import { testRunner } from './test-command.ts'
import { type TodoChange, todoChange } from './todo.ts'

/** A call whose result is still to come: what is kept of it is small, however much it was given. */
export interface OpenCall {
  id: string
  name: string
  kind: ToolKind
  began: string
  thought: string
  arguments: StepArguments
  /** `null`: it runs no command. */
  shell: ShellFacts | null
  files: FilesTouched
  /** `null`: it is no edit. */
  edit: { digest: string | null; lines: EditLines | null; place: string | null } | null
  todo: TodoChange | null
}

/** Told by the whole command line; of a long one only the beginning is kept. */
interface ShellFacts {
  /** Whose tests it runs, if any. */
  runner: string | null
  asks: boolean
  alone: boolean
}

const MAX_FILES = 32

export function openCall(
  call: { id: string; name: string; input: unknown; helper?: true },
  words: { began: string; text: string },
  root: string | null,
): OpenCall {
  const kind = kindOf(call.name, call.input)
  const command = shellCommand(call.name, call.input)
  const given = argumentsOf(call, command, root)
  const files = command === null ? filesOfTool(kind, given.paths) : shortened(filesOfCommand(command), root)
  const patched = command === null ? [] : given.paths
  const changed = kind === 'edit' ? [...new Set([...files.changed, ...patched])] : files.changed
  const isEdit = (kind === 'edit' || kind === 'write') && (command === null || changed.length > 0)
  return {
    id: call.id,
    name: call.name.slice(0, 200),
    kind,
    began: words.began,
    thought: words.text,
    arguments: given,
    shell: command === null ? null : shellFacts(command),
    files: { read: files.read, changed: changed.slice(0, MAX_FILES) },
    edit: isEdit ? editOf(call.input, given.paths, command) : null,
    // A helper's list is its own.
    todo: kind === 'todo' && !call.helper ? todoChange(call.name, call.input) : null,
  }
}

/** Of a command nobody can tell the lines. */
function editOf(input: unknown, paths: string[], command: string | null): OpenCall['edit'] {
  return {
    digest: editDigest(input, paths),
    lines: command === null ? editLines(input) : null,
    place: command === null ? editPlace(input, paths) : null,
  }
}

function shellFacts(command: string): ShellFacts {
  return { runner: testRunner(command), asks: answersWithOne(command), alone: runsOneProgram(command) }
}

/** Looking is not editing: the same argument names a file that is read and one that is changed. */
function filesOfTool(kind: ToolKind, paths: string[]): FilesTouched {
  if (kind === 'edit' || kind === 'write') return { read: [], changed: paths }
  return { read: kind === 'read' ? paths : [], changed: [] }
}

function shortened(files: FilesTouched, root: string | null): FilesTouched {
  const short = (paths: string[]) =>
    [...new Set(paths)].slice(0, MAX_FILES).map((path) => relativeTo(root, path))
  return { read: short(files.read), changed: short(files.changed) }
}
