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
  const plain = entry.trim().replace(/^\.\//, '').replace(/\/$/, '')
  return [plain, plain.split(/[\s(]/)[0]!.replace(/:\d+(?:-\d+)?$/, '')].filter(Boolean)
}

/** A pattern is taken generously: what comes before its first star, and what after its last. */
function covers(name: string, path: string): boolean {
  if (!name.includes('*')) return path === name || path.startsWith(`${name}/`)
  const before = name.slice(0, name.indexOf('*'))
  const after = name.slice(name.lastIndexOf('*') + 1)
  return path.length >= before.length + after.length && path.startsWith(before) && path.endsWith(after)
}
