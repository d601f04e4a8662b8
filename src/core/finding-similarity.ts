import type { Profile } from './finding-text.ts'

const WORD_SHARE = 0.65
/** A long wording contains a short one; that counts, but less than saying the same. */
const CONTAINED = 0.85
/** Fewer words than this are contained in anything. */
const CONTAINED_FROM = 3
/** Both name something in the code, and nothing in common. */
const OTHER_NAMES = 0.55
/** The same sentence about something else. */
const OTHER_OBJECT = 0.7
/** How many words may differ for it to be the same sentence. */
const FRAME_GAP = 3

/** How much two descriptions say the same, 0 to 1. Symmetric. */
export function compareProfiles(a: Profile, b: Profile): number {
  const words = wordOverlap(a.words, b.words)
  const letters = dice(a.trigrams, b.trigrams)
  const names = a.names.size > 0 && b.names.size > 0 && !shareName(a, b) ? OTHER_NAMES : 1
  const frame = isSameFrame(a.stems, b.stems) ? OTHER_OBJECT : 1
  return Math.min(1, (WORD_SHARE * words + (1 - WORD_SHARE) * letters) * names * frame)
}

/** One sentence with another object put in: "no test for leap years", "no test for time zones". */
function isSameFrame(a: string[], b: string[]): boolean {
  const shortest = Math.min(a.length, b.length)
  let before = 0
  while (before < shortest && a[before] === b[before]) before++
  let after = 0
  while (after < shortest - before && a.at(-1 - after) === b.at(-1 - after)) after++
  const inA = a.slice(before, a.length - after)
  const inB = b.slice(before, b.length - after)
  const longest = Math.max(inA.length, inB.length)
  if (inA.length === 0 || inB.length === 0 || longest > FRAME_GAP || before + after < longest) return false
  return !inA.some((stem) => inB.includes(stem))
}

function wordOverlap(a: Map<string, number>, b: Map<string, number>): number {
  const [weightA, weightB] = [sum(a), sum(b)]
  const shared = sum(new Map([...a].filter(([word]) => b.has(word)).toSorted(([x], [y]) => (x < y ? -1 : 1))))
  if (weightA + weightB === 0) return 0
  const least = Math.min(weightA, weightB)
  const contained = least >= CONTAINED_FROM ? (CONTAINED * shared) / least : 0
  return Math.max((2 * shared) / (weightA + weightB), contained)
}

function sum(weights: Map<string, number>): number {
  let total = 0
  for (const weight of weights.values()) total += weight
  return total
}

/** `user.id` and `id` name the same thing to a reader. */
function shareName(a: Profile, b: Profile): boolean {
  return [...a.names].some((name) => [...b.names].some((other) => related(name, other)))
}

function related(a: string, b: string): boolean {
  return (
    a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`) || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)
  )
}

function dice(a: Set<string>, b: Set<string>): number {
  let shared = 0
  for (const gram of a) if (b.has(gram)) shared++
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size)
}
