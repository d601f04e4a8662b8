/** A plan lists paths in many ways: a file, a folder, a pattern, with a line or a remark behind it. */
export function isListed(path: string, listed: string[]): boolean {
  return listing(listed)(path)
}

/** The same for many paths. */
export function listing(listed: string[]): (path: string) => boolean {
  const all = [...new Set(listed.flatMap(names))]
  const exact = new Set(all)
  return (path) => exact.has(path) || all.some((name) => covers(name, path))
}

function names(entry: string): string[] {
  const plain = entry.trim().replace(/^\.\//, '')
  const first = plain.split(/[\s(]/)[0]!.replace(/(?::\d+(?:-\d+)?)?[:,;]?$/, '')
  return [plain, first].map((name) => name.replace(/\/(?:\.\.\.)?$/, '')).filter(Boolean)
}

/** A pattern is taken generously: what comes before its first star or brace, and what after its last. */
function covers(name: string, path: string): boolean {
  const from = name.search(/[*{]/)
  if (from < 0) return path === name || path.startsWith(`${name}/`)
  const before = name.slice(0, from)
  const after = name.slice(Math.max(name.lastIndexOf('*'), name.lastIndexOf('}')) + 1)
  return path.length >= before.length + after.length && path.startsWith(before) && path.endsWith(after)
}
