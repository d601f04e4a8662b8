const CHANGES =
  /^(?:insert|update|delete|drop|alter|create|truncate|replace|merge|upsert|grant|revoke|rename|reindex|vacuum|cluster|call|do|exec|execute|load|import|attach|detach|comment|reassign|refresh|security|set\s+password|copy\s[\s\S]*\sfrom\s|\\copy\s[\s\S]*\sfrom\s|\\i|\.(?:import|restore|read|load))\b/i
/** `with x as (delete …)`, and what is carried out to be explained. */
const CHANGES_INSIDE =
  /^(?:with\b|explain\s+(?:\(\s*)?analyze\b|begin\b|start\b|select\b[\s\S]*\binto\b)[\s\S]*\b(?:insert|update|delete|drop|alter|create|truncate|merge|into)\b/i

/** Whether any of the statements changes something. Comments and what stands in quotes say nothing. */
export function changesData(sql: string): boolean {
  const plain = sql.replace(/'(?:[^'\\]|\\[\s\S]|'')*'/g, "''").replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
  return plain
    .split(/;|\n(?=\s*[\\.])/)
    .map((statement) => statement.trim())
    .some((statement) => CHANGES.test(statement) || CHANGES_INSIDE.test(statement))
}
