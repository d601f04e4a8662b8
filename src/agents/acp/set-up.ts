import type { AgentFailure, AgentRequest } from '../agent.ts'
import { asObject, asObjects, asText, type JsonObject } from '../json-value.ts'
import { failure } from './ending.ts'
import type { AcpRow } from './rows.ts'

const OFFERED_MAX = 12

/** One thing to set before the prompt, and how to ask for it. */
export interface Wish {
  what: 'mode' | 'model' | 'effort'
  value: string
  /** `null`: the agent offers no way. */
  ask: { method: string; params: JsonObject } | null
  offered: string[]
}

/** What the session should be set to, from what the agent says it offers. */
export function wishesOf(request: AgentRequest, row: AcpRow, session: JsonObject): Wish[] {
  const mode = modeWish(request.writes ? row.modes.maker : row.modes.reviewer, session)
  const model = request.model === null ? null : modelWish(request.model, row, session)
  const effort =
    request.effort === null ? null : optionWish('effort', request.effort, optionOf(session, 'thought_level'))
  // How hard to think is a wish the agent may not know of; a mode it does not offer needs no leaving.
  return [mode?.ask ? mode : null, model, effort?.ask ? effort : null].filter((wish) => wish !== null)
}

function modeWish(mode: string | null, session: JsonObject): Wish | null {
  if (mode === null) return null
  const option = optionOf(session, 'mode')
  if (option)
    return choicesOf(option).some(({ value }) => value === mode) ? optionWish('mode', mode, option) : null
  const modes = asObject(session.modes)
  const offered = asObjects(modes?.availableModes).flatMap((each) => asText(each.id) ?? [])
  if (!offered.includes(mode)) return null
  return { what: 'mode', value: mode, offered, ask: { method: 'session/set_mode', params: { modeId: mode } } }
}

function modelWish(model: string, row: AcpRow, session: JsonObject): Wish {
  const option = row.modelOption === null ? optionOf(session, 'model') : optionById(session, row.modelOption)
  if (option) return optionWish('model', model, option)
  const models = asObjects(asObject(session.models)?.availableModels)
  const offered = models.flatMap((each) => asText(each.modelId) ?? [])
  const named = models.find((each) => each.name === model)
  const value = offered.includes(model) ? model : (asText(named?.modelId) ?? model)
  const ask = { method: 'session/set_model', params: { modelId: value } }
  return { what: 'model', value, offered, ask: models.length > 0 ? ask : null }
}

/** By its value, or by the name that people see. */
function optionWish(what: Wish['what'], wanted: string, option: JsonObject | null): Wish {
  if (!option) return { what, value: wanted, ask: null, offered: [] }
  const choices = choicesOf(option)
  const offered = choices.map((each) => each.value)
  const named = choices.find((each) => each.name === wanted)
  const value = offered.includes(wanted) ? wanted : (named?.value ?? wanted)
  const params = { configId: option.id, value }
  return { what, value, ask: { method: 'session/set_config_option', params }, offered }
}

function optionOf(session: JsonObject, category: string): JsonObject | null {
  return optionsOf(session).find((option) => option.category === category) ?? null
}

function optionById(session: JsonObject, id: string): JsonObject | null {
  return optionsOf(session).find((option) => option.id === id) ?? null
}

function optionsOf(session: JsonObject): JsonObject[] {
  return asObjects(session.configOptions)
}

interface Offer {
  value: string
  name: string | null
}

/** They may be in groups. */
function choicesOf(option: JsonObject): Offer[] {
  return asObjects(option.options).flatMap((each) => {
    const value = asText(each.value)
    return value === null ? choicesOf(each) : [{ value, name: asText(each.name) }]
  })
}

/** The model the session runs with, where the agent says it. */
export function modelOf(session: JsonObject, row: AcpRow): string | null {
  const option = row.modelOption === null ? optionOf(session, 'model') : optionById(session, row.modelOption)
  return asText(option?.currentValue) ?? asText(asObject(session.models)?.currentModelId)
}

export function refusedWish({ label }: AcpRow, { what, value, offered }: Wish): AgentFailure {
  const cause = what === 'model' ? 'model' : 'error'
  if (offered.length === 0)
    return failure(
      cause,
      `${label} offers no way to choose a ${what}; leave out "${value}", or give it as an argument of the agent's command`,
    )
  const some = offered.slice(0, OFFERED_MAX).join(', ')
  const more = offered.length > OFFERED_MAX ? ` and ${offered.length - OFFERED_MAX} more` : ''
  return failure(cause, `${label} has no ${what} "${value}"; choose one of ${some}${more}`)
}
