import type { Contract, SaidContract } from './events.ts'

/** As it goes into the log. Most messages say little, and a log of a million events is read whole: the rest is left out. */
export function saidOf(contract: Contract): SaidContract {
  const { form, status, status_assumed, ...rest } = contract
  const said = Object.entries(rest).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  )
  return { form, status, status_assumed, ...Object.fromEntries(said) }
}

/** As everything but the log has it. Member by member: spreading costs ten times as much, and a fold does this often. */
export function wholeContract(said: SaidContract): Contract {
  return {
    form: said.form,
    status: said.status,
    status_assumed: said.status_assumed,
    verdict: said.verdict ?? null,
    verdict_problem: said.verdict_problem ?? null,
    findings: said.findings ?? [],
    confidence: said.confidence ?? null,
    files: said.files ?? [],
    test_strategy: said.test_strategy ?? [],
    risks: said.risks ?? [],
    todos: said.todos ?? [],
    decisions: said.decisions ?? [],
    alternatives: said.alternatives ?? [],
    assumptions: said.assumptions ?? [],
    top_risk: said.top_risk ?? null,
    addressed: said.addressed ?? [],
    summary: said.summary ?? null,
    notes: said.notes ?? null,
  }
}
