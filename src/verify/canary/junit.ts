import { baseName } from '../ecosystems/ecosystem.ts'
import { type Canary, type CanaryKind, markOf, type Seed } from './canary.ts'

const ASSERTIONS = 'org.junit.jupiter.api.Assertions'
/** What JUnit's assertions are given so that they must fail; the message comes behind it. */
const VERBS: Record<string, string[]> = {
  assertEquals: ['1, 2', '"a", "b"'],
  assertNotEquals: ['1, 1'],
  assertTrue: ['1 == 2'],
  assertFalse: ['1 == 1'],
  assertNull: ['"a"'],
  assertNotNull: ['null'],
  assertSame: ['"a", new String("a")'],
  assertArrayEquals: ['new int[] {1}, new int[] {2}'],
  assertThrows: ['IllegalStateException.class, () -> {}'],
  fail: [''],
}

/** A class of its own in the same file: what runs the tests finds it by its name, as it found the other. */
export function junitKind(next: () => number): CanaryKind {
  return {
    id: 'JUnit',
    plant({ path, text }, seed) {
      if (!path.endsWith('.java') || !/org\.junit\.jupiter/.test(text)) return null
      return plantJava(text, seed, next)
    },
    beside: ({ path, text }, { name }) => ({
      path: `${path.slice(0, path.length - baseName(path).length)}${title(name)}Test.java`,
      head: /^package[ \t]+[\w.]+;/m.exec(text)?.[0] ?? '',
    }),
  }
}

function plantJava(text: string, seed: Seed, next: () => number) {
  const canaries: Canary[] = []
  const tests: string[] = []
  const add = (what: string, write: (message: string) => string) => {
    const n = next()
    canaries.push({ what, mark: markOf(seed, n) })
    const message = `"${seed.halves[0]}" + "${seed.halves[1]}${n}x"`
    tests.push(`@org.junit.jupiter.api.Test void t${n}() { ${write(message)} }`)
  }
  for (const [verb, tries] of Object.entries(VERBS))
    if (new RegExp(`\\b${verb}\\s*\\(`).test(text))
      for (const args of tries)
        add(
          `${verb}(${args})`,
          (message) => `${ASSERTIONS}.${verb}(${args}${args === '' ? '' : ', '}${message});`,
        )
  if (/\bassertThat\s*\(/.test(text) && /org\.assertj/.test(text))
    add(
      'assertThat',
      (message) => `org.assertj.core.api.Assertions.assertThat(1).as(${message}).isEqualTo(2);`,
    )
  add('throw', (message) => `throw new IllegalStateException(${message});`)
  const name = `${title(seed.name)}${canaries[0]!.mark.slice(14)}Test`
  return { text: `\nclass ${name} { ${tests.join(' ')} }\n`, canaries }
}

function title(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}
