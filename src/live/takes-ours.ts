import { gitCall } from '../policy/destructive/git-call.ts'
import { runningIn } from '../policy/destructive/running.ts'

/** `.wiggum/` is ignored, and goes with all that is: then there would be no loop any more, and nobody would be told. */
export function takesOurs(command: string, cwd: string): string | null {
  for (const running of runningIn(command, { cwd, depth: 0 })) {
    const { verb = '', args = [] } = gitCall(running) ?? {}
    const letters = args.filter((word) => /^-[a-zA-Z]+$/.test(word)).join('')
    const isLeftOut = args.some((word) => /wiggum/.test(word))
    if (verb === 'clean' && /[xX]/.test(letters) && !/n/.test(letters) && !isLeftOut)
      return "add -e '*wiggum' to it"
    if (verb === 'stash' && (/a/.test(letters) || args.includes('--all'))) return 'use -u instead of -a'
  }
  return null
}
