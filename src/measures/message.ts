import type { Contract } from '../core/events.ts'

/** A final message and what it answers. */
export interface Message {
  role: string
  text: string
  contract: Contract
  task: string
  /** Files that the user named. */
  taskFiles: string[]
}
