/** What nobody sees and a terminal obeys: C1 controls, and marks that turn the direction of writing. None is ever ours. */
const UNSEEN = /[\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '')
}

/** The same JSON: such characters stand in its strings alone, and may be written with a backslash there. */
export function escapedUnseen(json: string): string {
  return json.replace(UNSEEN, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
