const CHANGES =
  /^(?:insert|update|delete|drop|alter|create|truncate|replace|merge|upsert|grant|revoke|rename|reindex|vacuum|cluster|call|do|exec|execute|load|import|attach|detach|comment|reassign|refresh|security|set\s+password|\\?copy\b(?!\s*\()[\s\S]*\sfrom|\\i|\.(?:import|restore|read|load))\b/i
/** `with x as (delete …)`, what is carried out to be explained, and a table made by `select … into`. */
const CHANGES_INSIDE =
  /^(?:with\b|explain\s+(?:\(\s*)?analyze\b|begin\b|start\b)[\s\S]*\b(?:insert|update|delete|drop|alter|create|truncate|merge|into)\b|^select\b[\s\S]*\binto\b(?!\s*@)/i

const SAYS_NOTHING = /'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"\\]|\\[\s\S]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\//g

/** Whether any of the statements changes something. Comments and what stands in quotes say nothing. */
export function changesData(sql: string): boolean {
  const plain = sql.replace(SAYS_NOTHING, ' ')
  return plain
    .split(/;|\n(?=\s*[\\.])/)
    .map((statement) => statement.trim())
    .some((statement) => CHANGES.test(statement) || CHANGES_INSIDE.test(statement))
}
