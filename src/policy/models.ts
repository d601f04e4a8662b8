interface ModelChoice {
  default: string | null
  archetypes: Record<string, string>
}

interface Models extends ModelChoice {
  workflows: Record<string, ModelChoice>
}

/** The narrower wish wins. `null`: nobody wished, so the agent's own default stands. */
export function resolveModel(models: Models, workflow: string, role: string): string | null {
  const narrow = own(models.workflows, workflow)
  return (
    (narrow && own(narrow.archetypes, role)) ??
    narrow?.default ??
    own(models.archetypes, role) ??
    models.default
  )
}

// A role named 'constructor' must not find Object's.
function own<T>(record: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
