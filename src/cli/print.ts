import { hideSecrets } from '../secrets/known.ts'

/** The one door to a person's screen, or to the program that reads ours: no secret passes it. */
export function print(text: string): void {
  process.stdout.write(hideSecrets(text))
}

/** The same for what is no result. */
export function printError(text: string): void {
  process.stderr.write(hideSecrets(text))
}
