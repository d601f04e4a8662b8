export const LESSON_KINDS = ['pattern', 'preference', 'archetype-hint', 'anti-pattern'] as const
export type LessonKind = (typeof LESSON_KINDS)[number]
