/** A percentage of a plot's width, as SVG takes it: plots are as wide as there is room. */
export function percent(share: number): string {
  return `${round(Math.min(1, Math.max(0, share)) * 100)}%`
}

export function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** The top of an axis and its marks: 1, 2 or 5 times a power of ten apart. */
export function axis(max: number): { top: number; marks: number[] } {
  if (!(max > 0)) return { top: 1, marks: [] }
  const rough = max / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough)!
  const count = Math.ceil(max / step - 1e-9)
  return { top: count * step, marks: Array.from({ length: count }, (_, at) => (at + 1) * step) }
}
