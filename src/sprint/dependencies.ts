interface Node {
  id: string
  depends_on?: string[]
}

/** What is wrong with how tasks depend on each other: one sentence, or `null`. */
export function dependencyProblem(tasks: Node[]): string | null {
  const byId = new Map<string, Node>()
  for (const task of tasks) {
    if (byId.has(task.id)) return `two tasks have the id "${task.id}"; give each its own`
    byId.set(task.id, task)
  }
  for (const { id, depends_on = [] } of tasks) {
    const unknown = depends_on.find((name) => !byId.has(name))
    if (unknown !== undefined) return `task "${id}" depends on "${unknown}", and there is no such task`
  }
  const circle = circleIn(byId)
  return circle && `the tasks ${circle.join(' → ')} wait for each other; take one dependency out`
}

/** Depth first, without recursion: a long chain is no reason to end the process. */
function circleIn(byId: Map<string, Node>): string[] | null {
  const finished = new Set<string>()
  for (const start of byId.keys()) {
    const trail: { id: string; left: string[] }[] = [entryOf(byId, start)]
    const open = new Set([start])
    while (trail.length > 0 && !finished.has(start)) {
      const top = trail.at(-1)!
      const next = top.left.pop()
      if (next === undefined) {
        finished.add(top.id)
        open.delete(top.id)
        trail.pop()
      } else if (open.has(next)) {
        const names = trail.map(({ id }) => id)
        return [...names.slice(names.indexOf(next)), next]
      } else if (!finished.has(next)) {
        open.add(next)
        trail.push(entryOf(byId, next))
      }
    }
  }
  return null
}

function entryOf(byId: Map<string, Node>, id: string): { id: string; left: string[] } {
  return { id, left: [...(byId.get(id)?.depends_on ?? [])].reverse() }
}
