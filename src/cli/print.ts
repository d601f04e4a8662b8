import { escapedUnseen, withoutUnseen } from '../contracts/unseen.ts'
import { hideSecrets } from '../secrets/known.ts'

/** The one door to a person's screen, or to the program that reads ours: no secret passes it, and nothing that nobody sees. */
export function print(text: string): void {
  process.stdout.write(withoutUnseen(hideSecrets(text)))
}

/** Nothing of it is lost: whoever reads the JSON has every character. */
export function printJson(text: string): void {
  print(escapedUnseen(text))
}

/** The same for what is no result. */
export function printError(text: string): void {
  process.stderr.write(withoutUnseen(hideSecrets(text)))
}
