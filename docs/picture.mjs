/**
 * Turns a terminal's screen into an SVG picture: text, not pixels, with no font embedded.
 *
 *   tmux new-session -d -s shot -x 120 -y 50
 *   tmux send-keys -t shot 'npx wiggum demo' Enter      # and wait for its end
 *   tmux capture-pane -t shot -e -p | node docs/picture.mjs 'a title' > docs/run.svg
 */
import { readFileSync } from 'node:fs'

const CELL = { width: 8.4, height: 19 }
const MARGIN = 18
const BACKGROUND = '#0d1117'
const PLAIN = { colour: '#e6edf3', bold: false, dim: false }
const DIM = '#8b949e'
const NORMAL = ['#484f58', '#f85149', '#3fb950', '#d29922', '#58a6ff', '#bc8cff', '#39c5cf', '#e6edf3']
const BRIGHT = [DIM, '#ff7b72', '#56d364', '#e3b341', '#79c0ff', '#d2a8ff', '#56d4dd', '#ffffff']

/** Lines of runs: text of one style, and the column it starts at. The style goes on over a line's end. */
function read(screen) {
  let style = PLAIN
  return screen
    .trimEnd()
    .split('\n')
    .map((line) => {
      const runs = []
      let column = 0
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's colours begin with one
      for (const part of line.split(/(\x1b\[[0-9;]*m)/)) {
        if (part.startsWith('\x1b')) style = restyle(style, part.slice(2, -1).split(';').map(Number))
        else if (part !== '') runs.push({ text: part, column, style })
        if (!part.startsWith('\x1b')) column += [...part].length
      }
      return runs
    })
}

function restyle(before, codes) {
  let style = before
  for (const code of codes) {
    if (code === 0) style = PLAIN
    if (code === 1) style = { ...style, bold: true }
    if (code === 2) style = { ...style, dim: true }
    if (code === 22) style = { ...style, bold: false, dim: false }
    if (code === 39) style = { ...style, colour: PLAIN.colour }
    if (code >= 30 && code <= 37) style = { ...style, colour: NORMAL[code - 30] }
    if (code >= 90 && code <= 97) style = { ...style, colour: BRIGHT[code - 90] }
  }
  return style
}

/** The length is given, so that columns stay in line whatever font the reader has. */
function span({ text, column, style }) {
  const indent = text.length - text.trimStart().length
  const shown = text.trim()
  if (shown === '') return ''
  const x = MARGIN + (column + indent) * CELL.width
  const weight = style.bold ? ' font-weight="bold"' : ''
  const fill = style.dim ? DIM : style.colour
  const length = ([...shown].length * CELL.width).toFixed(1)
  return `<tspan x="${x.toFixed(1)}" textLength="${length}" lengthAdjust="spacingAndGlyphs" fill="${fill}"${weight}>${markup(shown)}</tspan>`
}

function markup(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function draw(lines, title) {
  const columns = Math.max(
    ...lines.flatMap((runs) => runs.map(({ text, column }) => column + [...text].length)),
  )
  const width = Math.ceil(columns * CELL.width + 2 * MARGIN)
  const height = lines.length * CELL.height + 2 * MARGIN
  const texts = lines.map((runs, row) => {
    const spans = runs.map(span).join('')
    return spans && `<text y="${MARGIN + 14 + row * CELL.height}" xml:space="preserve">${spans}</text>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${markup(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${BACKGROUND}"/>`,
    '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="14">',
    ...texts.filter(Boolean),
    '</g>',
    '</svg>',
    '',
  ].join('\n')
}

process.stdout.write(draw(read(readFileSync(0, 'utf8')), process.argv[2] ?? 'A terminal'))
