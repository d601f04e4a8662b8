const MAX_CHARS = 256 * 1024
const HEADS = [
  /^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm,
  /^\*\*\* Move to: (.+)$/gm,
  /^(?:---|\+\+\+) (?:[ab]\/)?([^\t\r\n]+)/gm,
]

/** The files of a patch: of `apply_patch`'s own form, or a unified diff. */
export function patchedPaths(text: string): string[] {
  if (!/^(?:\*\*\* |\+\+\+ )/m.test(text.slice(0, MAX_CHARS))) return []
  const matches = HEADS.flatMap((head) => [...text.slice(0, MAX_CHARS).matchAll(head)])
  const paths = matches.map((match) => match[1]!.trim())
  return [...new Set(paths.filter((path) => !/^\/?dev\/null$/.test(path)))]
}
