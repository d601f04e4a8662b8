import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

/** Colours for a terminal, and only there; `NO_COLOR` turns them off. */
export function paint(style: Style, text: string): string {
  const wanted = process.stdout.isTTY === true && !process.env.NO_COLOR
  return wanted ? styleText(style, text) : text
}
