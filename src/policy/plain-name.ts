/** A model without what a gateway puts before it (`openai/`, `us.anthropic.`), a window's size (`[1m]`) and a snapshot's date. */
export function plainName(model: string): string {
  const last = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  return last
    .replace(/^(?:[a-z]+\.)?anthropic\./, '')
    .replace(/\[\w+\]$/, '')
    .replace(/(?:-v\d+:\d+)$/, '')
    .replace(/[-@]\d{4}-?\d{2}-?\d{2}$/, '')
}
