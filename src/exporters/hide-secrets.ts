import { hideShapes, isSecretName } from '../policy/secret-shapes.ts'

/** A shorter value would be found in words that are none. */
const SHORTEST = 8

/** Removes the values of the user's own secret variables, and what has the shape of a secret. */
export function secretHider(
  env: Record<string, string | undefined>,
  more: string[] = [],
): (text: string) => string {
  const named = Object.entries(env).flatMap(([name, value]) => (isSecretName(name) && value ? [value] : []))
  const values = [...named, ...more].filter((value) => value.length >= SHORTEST)
  return (text) => {
    const known = values.reduce((left, value) => left.replaceAll(value, '[hidden]'), text)
    return hideShapes(known)
  }
}
