/** Something is new, and everything of the text before is still there, in its order: nothing was taken away or given another value. */
export function onlyAdds(before: string, after: string): boolean {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  let kept = 0
  for (const word of now) if (word === old[kept]) kept++
  return kept === old.length && now.length > kept
}

/** Names, numbers, quoted texts without their quotes, and signs; commas and semicolons only part what is listed. */
function wordsOf(text: string): string[] {
  return text.match(/[\w.$@/-]+|[^\s\w,;'"`]/g) ?? []
}
