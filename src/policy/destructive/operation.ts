/** What an agent does not do by itself where it reaches beyond its workspace. */
export const DESTRUCTIVE = ['delete', 'git-force', 'database', 'external'] as const

export type DestructiveKind = (typeof DESTRUCTIVE)[number]

/** `what` names it exactly: the same kind and the same words are the same operation. */
export interface Operation {
  kind: DestructiveKind
  what: string
}

interface Named {
  kinds: DestructiveKind[]
  operations: Operation[]
}

/** Which of them may be done: whole kinds, and single ones that a person allowed. */
export interface Leave extends Named {
  /** What nobody is asked about any more, since it is refused for good. */
  never?: Named
}

export interface Place {
  workspace: string
  /** More folders that are the call's own, such as a private folder for temporary files. */
  own: string[]
}

export function isAllowed(operation: Operation, leave: Leave): boolean {
  return isAmong(operation, leave)
}

export function isNever(operation: Operation, { never }: Leave): boolean {
  return never !== undefined && isAmong(operation, never)
}

function isAmong(operation: Operation, { kinds, operations }: Named): boolean {
  return kinds.includes(operation.kind) || operations.some((each) => isSame(each, operation))
}

function isSame(one: Operation, other: Operation): boolean {
  return one.kind === other.kind && one.what === other.what
}
