import type { OwnPart } from './own-words.ts'

/** "REJECTED or APPROVED": both words side by side are a form to fill in, or a list of what there is. */
const OF_BOTH = /^\W*(?:and|or|vs\.?|versus|nor)?\W*approved?\b/

/** What may follow a verdict, so that it is one: nothing, a mark, or a reason. */
export function endsThere(rest: string): boolean {
  return (
    !OF_BOTH.test(rest) &&
    /^["')\]*]*\s*(?:$|[.,;:!()[\]}\n/|-]|→(?! *[a-z]+ (?:is|are|was|no|now)\b)|xmark|okmark|(?:because|due|until|unless|since|as|pending|with|without|on|for|again|this|it|the|and|but|in|by|from|at|now|still|outright|strongly|owing|given|here|so|if|when|per|not|of|that|is final|stands|today|both|all|over|these|two|one|three|\d)\b)/.test(
      rest,
    )
  )
}

export function endsSoftly(rest: string, shape: OwnPart['shape']): boolean {
  if (/^["')\]]*\s*(?:$|[.!])/.test(rest)) return true
  if (
    /^["')\]]*\s*(?:because|due to|until|unless|pending|since|again|outright|for now|before|first\b|prior to|as (?:it|is)|this\b|it\b|the (?:change|patch|diff|work|merge|commit)|by (?:me|(?:the )?(?:guardian|skeptic|sage|trickster)))/.test(
      rest,
    )
  )
    return true
  if (
    /^["')\]]*\s*\(?\d* ?(?:with )?(?:\d+|one|two|three|several) (?:new |open )?(?:critical|blocker|blocking|finding|issue|problem)/.test(
      rest,
    )
  )
    return true
  return shape !== 'item' && /^["')\]]*\s*(?:[,;:(]|-\s)/.test(rest)
}
