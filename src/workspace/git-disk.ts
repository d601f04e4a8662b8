import { EnvironmentError, isFull, writeError } from '../store/environment-error.ts'

/** What git says, always in these words (`LC_ALL=C`), at the end of a line that names what it could not do. */
const SAID: [RegExp, string][] = [
  [/: No space left on device$|Out of diskspace$/m, 'ENOSPC'],
  [/: Disk quota exceeded$/m, 'EDQUOT'],
  [/: Read-only file system$/m, 'EROFS'],
  [/: Input\/output error$/m, 'EIO'],
  [/: Structure needs cleaning$/m, 'EIO'],
  [/(?:^|: )File too large$/m, 'EFBIG'],
  [
    /(?:unable to (?:create|write|append|unlink)|cannot (?:lock|mkdir|create|write|update)|could not (?:create|write|lock|rename)|failed to (?:create|write)).*: Permission denied$/m,
    'EACCES',
  ],
  [/insufficient permission for adding an object/, 'EACCES'],
  [/: Too many open files$/m, 'EMFILE'],
]

/** Git does not always say why it could not write; then the disk is asked. */
const NOT_WRITTEN =
  /(?:unable to|cannot|could not|failed to) (?:write|create|append|store|flush|close|copy)|write error/

const MISSING =
  /(?:bad|invalid|missing) (?:object|tree|blob|commit)|unable to read (?:tree|[0-9a-f]{40})|(?:object|tree) [0-9a-f]{40,64} (?:is )?missing/

/** A git that failed because of the machine. Null: for another reason. */
export function machineFailure(stderr: string, place: string): EnvironmentError | null {
  const where = placeIn(stderr) ?? place
  const reason = SAID.find(([words]) => words.test(stderr))?.[1]
  if (reason) return writeError(where, reason)
  return NOT_WRITTEN.test(stderr) && isFull(place) ? writeError(where, 'ENOSPC') : null
}

/** For a git that had no business failing: what it was to read is gone. */
export function objectsGone(stderr: string, repository: string): EnvironmentError | null {
  if (!MISSING.test(stderr)) return null
  return new EnvironmentError(
    `Objects that git needs are no longer there, for ${repository}.`,
    'Were they pruned (git gc --prune=now), or is the disk damaged? `git fsck` in your repository tells. Start the task again.',
  )
}

/** The line that says it may name the file. */
function placeIn(stderr: string): string | null {
  const line = stderr.split('\n').find((each) => SAID.some(([words]) => words.test(each))) ?? ''
  return /(?:^|[\s'"])(\/[^'":]+)/.exec(line)?.[1] ?? null
}
