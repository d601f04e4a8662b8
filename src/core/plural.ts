export function plural(count: number, word: string, many = `${word}s`): string {
  return `${count} ${agreeing(count, word, many)}`
}

/** The word that goes with a count, without the count. */
export function agreeing(count: number, one: string, many: string): string {
  return count === 1 ? one : many
}
