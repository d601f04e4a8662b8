/**
 * Where an agent's stream has no field for it, its shell tool frames a command's output with the exit code.
 * Each frame is at the one place where that tool puts it, so what the command itself printed does not count.
 */
interface Frame {
  tools: RegExp
  at: 'head' | 'tail'
  pattern: RegExp
  /** The tool adds it only to what it calls an error. */
  onlyErrors?: true
}

const FRAMES: readonly Frame[] = [
  { tools: /^bash$/, at: 'head', pattern: /^Exit code (\d+)(?:\n|$)/, onlyErrors: true },
  { tools: /^bash$/, at: 'tail', pattern: /\n*Command exited with code (\d+)\s*$/, onlyErrors: true },
  {
    tools: /^(?:bash|powershell|execute)$/,
    at: 'tail',
    pattern: /\n?<(?:exited|shellId: \S+ completed) with exit code (-?\d+)>\s*$/,
  },
  {
    tools: /^(?:run_shell_command|execute)$/,
    at: 'tail',
    pattern:
      /\nExit Code: (-?\d+)(?:\nSignal: (?<signal>[^\n]*))?(?:\n(?:Background PIDs|Process Group PGID): [^\n]*)*\s*$/,
  },
  {
    tools: /^(?:shell|shell_command|local_shell)$/,
    at: 'head',
    pattern: /^Exit code: (-?\d+)\n(?:Wall time: [^\n]*\n)?(?:Total output lines: \d+\n)?Output:\n/,
  },
  {
    tools: /^(?:exec_command|unified_exec|write_stdin)$/,
    at: 'head',
    pattern:
      /^(?:Chunk ID: [^\n]*\n)?(?:Wall time: [^\n]*\n)?Process exited with code (-?\d+)\n(?:Original token count: \d+\n)?Output:\n/,
  },
  {
    tools: /^execute_bash$/,
    at: 'tail',
    pattern:
      /(?:\n?\[Python Interpreter: [^\n\]]*\])?\n?\[(?:Command finished|The command completed) with exit code (-?\d+)\.?\]\s*$/,
  },
]

/** Only the edges are looked at, so a long output costs nothing. */
const EDGE = 1000

/** The code, and the output without its frame. */
export function framedExit(
  tool: string,
  text: string,
  isError: boolean,
): { exit: number | null; output: string } {
  for (const { tools, at, pattern, onlyErrors } of FRAMES) {
    if (!tools.test(tool.toLowerCase()) || (onlyErrors && !isError)) continue
    const match = pattern.exec(at === 'head' ? text.slice(0, EDGE) : text.slice(-EDGE))
    if (!match) continue
    const start = match.index + (at === 'head' ? 0 : Math.max(0, text.length - EDGE))
    const code = Number(match[1])
    // A signal is no exit code: a terminal puts a 0 beside it that means nothing.
    const signalled = !/^(?:\(none\)|0)?$/.test(match.groups?.signal ?? '')
    return {
      exit: signalled && code === 0 ? null : code,
      output: text.slice(0, start) + text.slice(start + match[0].length),
    }
  }
  return { exit: null, output: text }
}
