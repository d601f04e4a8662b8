import document from '../../docs/events.md'

export interface EventMeaning {
  type: string
  /** What its `data` holds. */
  fields: string[]
  when: string
}

/** The table of docs/events.md: what is written there is what `explain` says. */
export function eventMeanings(): EventMeaning[] {
  return document.split('\n').flatMap((line) => {
    const [, type, fields, when] = /^\| `([a-z.]+)`\s*\|([^|]*)\|([^|]*)\|$/.exec(line) ?? []
    if (type === undefined || fields === undefined || when === undefined) return []
    // On a terminal a link is its words.
    const plain = when.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').trim()
    return [{ type, fields: [...fields.matchAll(/`(\w+)`/g)].map(([, name]) => name!), when: plain }]
  })
}

export function eventLines({ type, fields, when }: EventMeaning): string[] {
  return [
    `${type}: an event in the log of a run`,
    '',
    `When       ${when}`,
    `Its data   ${fields.join(', ') || 'none'}`,
    '',
    'See them in .wiggum/events/<run>.jsonl, or live with `wiggum run --json`.',
  ]
}
