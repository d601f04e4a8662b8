/** What was there before, in bounded memory: past its size the oldest is forgotten, and would be new again. */
export interface Seen {
  /** Whether it is new. */
  add(value: string): boolean
}

const MAX = 4096

export function createSeen(max = MAX): Seen {
  const values = new Set<string>()
  return {
    add: (value) => {
      if (values.has(value)) return false
      values.add(value)
      if (values.size > max) values.delete(values.values().next().value!)
      return true
    },
  }
}
