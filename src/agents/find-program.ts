import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'

/** The first executable file of that name on PATH. */
export async function findProgram(name: string, path: string): Promise<string | null> {
  for (const folder of path.split(delimiter)) {
    // A relative or empty entry means "where I happen to be", which may be a folder that an agent can write.
    if (!isAbsolute(folder)) continue
    const file = join(folder, name)
    if (await isExecutable(file)) return file
  }
  return null
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK)
    return (await stat(file)).isFile()
  } catch {
    // Absent or unreadable: for us it is not there.
    return false
  }
}
