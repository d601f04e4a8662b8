import type { z } from 'zod'
import { agentEvents } from './events/agent.ts'
import { correctiveEvents } from './events/corrective.ts'
import { loopEvents } from './events/loop.ts'
import type {
  addedSecretSchema,
  askedSchema,
  canariesSchema,
  changedFileSchema,
  checkResultSchema,
  confidenceSchema,
  contractSchema,
  findingSchema,
  gateKinds,
  lessonSchema,
  outlookSchema,
  ownArchetypeSchema,
  ownTestsSchema,
  PHASES,
  saidSchema,
  stepTallySchema,
  testRunSchema,
  usageSchema,
  verifyPlanSchema,
  windowUseSchema,
} from './events/parts.ts'
import { reviewEvents } from './events/review.ts'
import { runEvents } from './events/run.ts'
import { workEvents } from './events/work.ts'
import type { StepIdentity } from './identity.ts'
import type { measuresSchema } from './measures.ts'

export { STATUSES } from './events/parts.ts'

/** The schema of every event. A run is the list of these; nothing else holds state. */
export const eventData = {
  ...runEvents,
  ...agentEvents,
  ...workEvents,
  ...reviewEvents,
  ...correctiveEvents,
  ...loopEvents,
} as const

type EventType = keyof typeof eventData

export type Finding = z.infer<typeof findingSchema>
export type Severity = Finding['severity']
export type Measures = z.infer<typeof measuresSchema>
export type Contract = z.infer<typeof contractSchema>
export type SaidContract = z.infer<typeof saidSchema>
export type Confidence = z.infer<typeof confidenceSchema>
export type Usage = z.infer<typeof usageSchema>
export type Outlook = z.infer<typeof outlookSchema>
export type WindowUse = z.infer<typeof windowUseSchema>
export type Asked = z.infer<typeof askedSchema>
export type TestRun = z.infer<typeof testRunSchema>
export type Canaries = z.infer<typeof canariesSchema>
export type AddedSecret = z.infer<typeof addedSecretSchema>
export type OwnTests = z.infer<typeof ownTestsSchema>
export type StepTally = z.infer<typeof stepTallySchema>
export type CheckResult = z.infer<typeof checkResultSchema>
export type ChangedFile = z.infer<typeof changedFileSchema>
export type VerifyPlan = z.infer<typeof verifyPlanSchema>
export type OwnArchetype = z.infer<typeof ownArchetypeSchema>
export type GivenLesson = z.infer<typeof lessonSchema>
export type DecisionName = EventData['decision']['what']
export type GateKind = (typeof gateKinds)[number]
export type Phase = (typeof PHASES)[number]
export type EventData = { [T in EventType]: z.infer<(typeof eventData)[T]> }

/** What every line of the log has, whatever its type. */
interface Envelope<T, D> {
  /** The log's format. One log may begin with 1 and go on with 2. */
  v: 1 | 2
  seq: number
  ts: string
  run_id: string
  type: T
  phase: Phase | null
  agent: string | null
  parent: number[]
  /** Of the command that led to it, from version 2 on; many events have none. */
  key?: string
  /** Of `agent.start`, from version 2 on: which step begins. */
  identity?: StepIdentity
  data: D
}

export type EventOf<T extends EventType> = Envelope<T, EventData[T]>
/** The closed union that `fold` knows. A log from a newer version may hold other types: they are carried, not dropped. */
export type WiggumEvent = { [T in EventType]: EventOf<T> }[EventType]

/** An event before the journal gave it its place. */
export type Draft = {
  [T in EventType]: {
    type: T
    data: EventData[T]
    phase?: Phase | null
    agent?: string | null
    parent?: number[]
    key?: string
    identity?: StepIdentity
  }
}[EventType]
