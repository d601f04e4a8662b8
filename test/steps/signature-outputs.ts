/** Errors as tools print them, from the templates in `bench/`, each in three surroundings that say nothing about what went wrong. */

export interface ErrorOutput {
  family: string
  error: string
  text: string
}

type World = Record<string, string | number>

const WORLDS: World[] = [
  {
    dir: '/home/a/shop',
    ...{ line: 12, col: 5, ms: 41, sec: '0.03', pid: 4411, port: 3000, n: 3, v: 3, ver: '20.19.0' },
    ...{ addr: '0x602000000010', uuid: '3f096120-88c7-40e4-a7cf-a0580ca8c4ea', hash: '1f9a0b2c' },
    ...{ time: '2026-11-15T07:29:13.327Z', tmp: '/tmp/a1' },
  },
  {
    dir: '/tmp/wiggum-work-8/tree',
    ...{ line: 140, col: 17, ms: 1203, sec: '1.93', pid: 99, port: 51234, n: 27, v: 5, ver: '22.4.1' },
    ...{ addr: '0x7ffd5e1c', uuid: '8951e144-c59c-4e1c-8b09-26594b3e6721', hash: 'c0ffee42' },
    ...{ time: '2026-12-01 17:00:00', tmp: '/var/folders/x9' },
  },
  {
    dir: '/srv/ci/build/1234',
    ...{ line: 9, col: 33, ms: 7, sec: '12.4', pid: 120944, port: 8080, n: 114, v: 12, ver: '3.0.0' },
    ...{ addr: '0x10', uuid: '00000000-0000-4000-8000-000000000001', hash: '9d8e7f6a5b' },
    ...{ time: '2025-01-02T01:02:03Z', tmp: '/tmp' },
  },
]

export function errorOutputs(templates: string): ErrorOutput[] {
  return templates
    .split(/^=== /m)
    .slice(1)
    .flatMap((part) => {
      const end = part.indexOf('\n')
      const error = part.slice(0, end)
      const family = error.split(':')[0]!
      return WORLDS.map((world) => ({ family, error, text: filled(part.slice(end + 1), world) }))
    })
}

/** `{{` and `}}` are braces of the output's own. */
function filled(template: string, world: World): string {
  return template
    .replace(/(?<!\{)\{(\w+)\}(?!\})/g, (whole, name: string) => String(world[name] ?? whole))
    .replaceAll('{{', '{')
    .replaceAll('}}', '}')
}
