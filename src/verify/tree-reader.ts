/** A commit's files as data. Verification plans from this; it never touches a disk or runs git. */
export interface TreeReader {
  paths(): string[]
  /** UTF-8 text; null if the file is absent, binary or larger than 2 MB. */
  read(path: string): Promise<string | null>
  has(path: string): boolean
}
