/** Every rule of the PDCA run: where it is, which test fires it, and which shows where it does not. Data only. */

interface TestName {
  file: string
  name: string
}

export interface RuleRow {
  rule: string
  code: string
  fires: TestName
  /** At the rule's edge: it does not fire. Often one test shows both sides. */
  boundary: TestName
}

const from = (file: string) => (name: string) => ({ file: `test/${file}`, name })
const pdca = from('core/pdca.test.ts')
const proof = from('core/proof.test.ts')
const canaries = from('core/canaries.test.ts')
const redacting = from('secrets/redactor.test.ts')
const secretGate = from('core/secrets.test.ts')
const leaking = from('e2e/secrets.test.ts')
const pipeline = from('core/pipeline.test.ts')
const selection = from('core/selection.test.ts')
const convergence = from('core/convergence.test.ts')
const evidence = from('core/evidence.test.ts')
const findings = from('core/findings.test.ts')
const routing = from('core/routing.test.ts')
const parents = from('core/parents.test.ts')
const order = from('core/pdca-order.test.ts')
const block = from('contracts/contract.test.ts')
const markdown = from('contracts/markdown-forms.test.ts')
const models = from('config/models.test.ts')
const hooks = from('config/hooks.test.ts')
const runId = from('store/run-id.test.ts')
const story = from('e2e/pdca.test.ts')
const libraries = from('core/rewritten-libraries.test.ts')
const canary = from('e2e/canary.test.ts')
const answers = from('e2e/answers.test.ts')
const ownWords = from('contracts/own-rejection.test.ts')
const verdicts = from('e2e/trust-verdicts.test.ts')
const processes = from('e2e/processes.test.ts')
const revert = from('workspace/revert.test.ts')
const dryRun = from('e2e/dry-run.test.ts')
const startFrom = from('e2e/start-from.test.ts')
const failures = from('core/failures.test.ts')
const fallback = from('core/fallback.test.ts')
const limits = from('e2e/agent-limits.test.ts')
const resume = from('e2e/agent-resume.test.ts')
const whole = from('core/system-shadows.test.ts')
const lessons = from('core/memory/repeats.test.ts')
const breaks = from('core/breaks.test.ts')
const ladder = from('core/ladder.test.ts')

const row = (rule: string, code: string, fires: TestName, boundary = fires): RuleRow => ({
  rule,
  code: `src/${code}`,
  fires,
  boundary,
})

const choosing: RuleRow[] = [
  row(
    'Run id: day and slug, numbered on collision',
    'store/run-id.ts',
    runId('CC3: the same task on the same day gets a number'),
    runId('a run id is told from what is not one'),
  ),
  row(
    'Model: workflow and role > workflow > role > global',
    'policy/models.ts',
    models('in %s the %s gets the model named %s'),
    models('without any wish there is no model'),
  ),
  row(
    'Strategy: fix, bug, patch, hotfix → pipeline',
    'core/selection.ts',
    selection('strategy: fix words, %s: %s'),
    selection('strategy: fix words, near miss: %s'),
  ),
  row(
    'Strategy: refactor, redesign, review → pdca',
    'core/selection.ts',
    selection('strategy: design words, %s: %s'),
    selection('strategy: design words, near miss: %s'),
  ),
  row(
    'Strategy: fast with a single file → pipeline',
    'core/selection.ts',
    selection('strategy: fast with a single file is a pipeline; with none or two it is not'),
  ),
  row(
    'Strategy: thorough → pdca',
    'core/selection.ts',
    selection('strategy: thorough is pdca'),
    selection('strategy: fast with a single file is a pipeline; with none or two it is not'),
  ),
  row(
    'Strategy: flag > configuration > detection',
    'core/selection.ts',
    selection('strategy: a flag beats the configuration, and both beat any word'),
  ),
  row(
    'Workflow: security, breaking change, public API → thorough',
    'policy/selection-words.ts',
    selection('workflow: thorough words, %s: %s'),
    selection('workflow: thorough words, near miss: %s'),
  ),
  row(
    'Workflow: small, one concern → fast',
    'core/selection.ts',
    selection('workflow: fast for a short task, and not for one word more'),
    selection('workflow: fast with one file, and not with two'),
  ),
  row(
    'Workflow: flag > configuration > detection',
    'core/selection.ts',
    selection('workflow: a flag beats the configuration, and both beat any word'),
  ),
  row(
    'Workflow: 1, 2 or 3 cycles',
    'policy/workflows.ts',
    selection('are three, with their reviewers and cycles'),
  ),
]

const cell = canary('%s is sent what its row allows, and nothing else')
const attention = ['explorer', 'creator', 'maker', 'guardian', 'skeptic', 'sage', 'trickster'].map((role) =>
  row(`Attention: what the ${role} receives, and what not`, `archetypes/${role}/index.ts`, cell),
)

const status: RuleRow[] = [
  row(
    'Status: the token on the last line',
    'contracts/markdown-forms.ts',
    markdown('%s is read from the last line'),
    markdown('does not count when %s'),
  ),
  row(
    'Status: none is DONE, assumed',
    'contracts/contract.ts',
    block('without a status is DONE, assumed; so is a token we do not know'),
    block('gives every key of the contract'),
  ),
  row(
    'Status: NEEDS_CONTEXT asks the user',
    'core/decide/making.ts',
    answers('of the %s waits (20); its answer reaches the next prompt, and the work lands'),
    pipeline('NEEDS_CONTEXT asks the user, and the answer goes into the next call'),
  ),
  row(
    'Status: BLOCKED aborts with the reason',
    'core/decide/steps.ts',
    pipeline('BLOCKED aborts with the reason'),
    pipeline('plans, makes, reviews, verifies and lands'),
  ),
]

const planning: RuleRow[] = [
  row(
    'Plan: Explorer in standard and thorough, none in fast',
    'core/decide/pdca-plan.ts',
    pdca('standard: the Explorer first; thorough: all seven'),
    pdca('fast: Creator, Maker, Guardian; approved and landed'),
  ),
  row(
    'Plan: Mini-Reflect first where no Explorer went ahead',
    'core/decide/making.ts',
    pdca('fast: the Creator reflects first'),
    pdca('standard: an Explorer went ahead, so the Creator does not reflect'),
  ),
  row(
    'Plan: Mini-Reflect, assumptions and top risk',
    'contracts/contract-keys.ts',
    block('gives every key of the contract'),
    block('wrong types are dropped key by key; a bare string is a list of one'),
  ),
  row(
    'Confidence: unreadable is 0.0',
    'core/decide/pdca-plan.ts',
    pdca('unreadable confidence counts as none'),
    markdown('is read below its heading'),
  ),
  row(
    'A3: understanding < 0.5 asks, no Maker',
    'core/decide/pdca-plan.ts',
    story('A3: low understanding asks, and no Maker starts'),
    pdca('0.5 is enough on every axis'),
  ),
  row(
    'A3: completeness < 0.5, fast → standard',
    'core/decide/pdca-plan.ts',
    story('A3: low completeness upgrades, explores and plans again'),
    pdca('low completeness in standard changes nothing'),
  ),
  row(
    'A3: risk coverage < 0.5, mini-Explorer, 5 minutes',
    'core/decide/pdca-do.ts',
    pdca('low risk coverage sends a small Explorer beside the Maker, five minutes at most'),
    pdca('0.5 is enough on every axis'),
  ),
  row(
    'Mini-Explorer: to the Guardian, and the next Creator',
    'runtime/perform/ingredients.ts',
    story('A3: low risk coverage sends a mini-Explorer, whose result reaches the Guardian'),
    cell,
  ),
]

const doing: RuleRow[] = [
  row(
    'Test-first: no test, but a strategy → one targeted retry',
    'core/decide/pdca-do.ts',
    pdca('no test file and a test strategy: one targeted retry, not a full cycle'),
    pdca('writing needs no tests; a change with tests is left alone'),
  ),
  row(
    'Test-first: no strategy → WARNING, go on',
    'core/decide/pdca-do.ts',
    pdca('no test strategy: a warning, and on'),
    pdca('writing needs no tests; a change with tests is left alone'),
  ),
  row(
    'Canaries: one that failed on the base and does not now → gate test-tampering',
    'core/decide/canaries.ts',
    canaries('are a gate where one failed on the base and does not now, with what makes it so'),
    canaries('are asked of the base where one does not, and it lands where it did not there either'),
  ),
  row(
    'Canaries: all failed → one run, nobody is asked',
    'core/canaries.ts',
    canaries('cost one run where all of them do'),
    canaries('are a gate where the command ends green all the same'),
  ),
  row(
    'Libraries of the tests: rewritten by setup or tests → gate test-tampering',
    'core/rewritten-libraries.ts',
    libraries('a library of the tests that %s is a question'),
    libraries('a library of the tests that %s is none'),
  ),
  row(
    'Proof: a fix that nothing shows → one call for a test',
    'core/decide/show-defect.ts',
    proof('without a test: the Maker is asked once for it; with it the fix lands unasked'),
    proof('that was red before by the project’s own tests lands unasked without a new test'),
  ),
  row(
    'Proof: still nothing shows it → gate unproven',
    'core/decide/show-defect.ts',
    proof('without a test, even when asked: a question, once, and only a yes lands it'),
    proof('another task is not asked about, and its ending says that nothing was red'),
  ),
  row(
    'Proof: red twice before, green twice after',
    'core/proof.ts',
    proof('a test of the change that was red on the old code, twice, proves it, and is named'),
    proof('a test that is %s proves nothing'),
  ),
  row(
    'Proof: not loaded there counts if the task names what is missing',
    'core/proof.ts',
    proof('that it cannot be loaded there counts where the task names what is missing: %s'),
    proof('a test that is %s proves nothing'),
  ),
]

const checking: RuleRow[] = [
  row(
    'Check: the Guardian first, the others side by side',
    'core/decide/pdca-check.ts',
    story('thorough: all seven roles, the last three reviewers started before any of them ended'),
    pdca('fast: Creator, Maker, Guardian; approved and landed'),
  ),
  row(
    'Check: the join does not depend on who ends first',
    'core/decide/pdca-check.ts',
    order('over 100 seeds changes no byte of what is decided: %s'),
  ),
  row(
    'A2: nothing from the Guardian → the others are skipped',
    'core/decide/pdca-check.ts',
    pdca('standard without CRITICAL and WARNING skips the others and says so'),
    pdca('a WARNING is enough to ask the others'),
  ),
  row(
    'A2: not in the first cycle of thorough',
    'core/decide/pdca-check.ts',
    pdca('not in the first cycle of thorough'),
    pdca('standard without CRITICAL and WARNING skips the others and says so'),
  ),
  row(
    'A2: not once escalated',
    'core/decide/pdca-check.ts',
    story('A1: two CRITICAL of the Guardian make fast standard, and A2 no longer applies'),
    story('standard-fixed: rejected, both roles told, fixed, landed by the fast path'),
  ),
  row(
    'Two verdicts: its own words reject → no approval',
    'contracts/own-rejection.ts',
    ownWords('with %s, whatever the words'),
    ownWords('with any of the remarks that reviewers make'),
  ),
  row(
    'Evidence: a hedge without proof → INFO',
    'core/evidence.ts',
    evidence('with "%s" needs more than a place'),
    evidence('VF8 that is CRITICAL stays so with %s'),
  ),
  row(
    'Evidence: none at all → INFO',
    'core/evidence.ts',
    evidence('without a place is not kept by %s'),
    evidence('without a place is kept by %s'),
  ),
  row(
    'Evidence: downgraded findings are not in the tally',
    'core/fold.ts',
    verdicts('the same finding beside an approval does not hold it up'),
    verdicts('it blocks even beside an approval'),
  ),
]

const acting: RuleRow[] = [
  row(
    'A1: fast and 2 CRITICAL of the Guardian → standard',
    'core/decide/pdca-act.ts',
    pdca('fast with two CRITICAL of the Guardian becomes standard and lands in cycle 2'),
    pdca('one CRITICAL does not escalate: no cycles left'),
  ),
  row(
    'Fates: NEW, RESOLVED, PERSISTENT',
    'core/convergence.ts',
    convergence('is NEW, RESOLVED or PERSISTENT against the last cycle'),
    convergence('is not told again once it was resolved in an earlier cycle'),
  ),
  row(
    'Fates: REGRESSED',
    'core/convergence.ts',
    convergence('is REGRESSED if it was resolved and came back, after one cycle or more'),
    convergence('is not REGRESSED if it never went away'),
  ),
  row(
    'Convergence: > 0.8 converging',
    'core/convergence.ts',
    story('converging: five gone, one new'),
    convergence('convergence: > 0.8 is converging, and 0.8 itself is not'),
  ),
  row(
    'Convergence: 0.5–0.8 stalling, go on',
    'core/convergence.ts',
    story('stalling: goes on with caution'),
    convergence('convergence: 0.5 to 0.8 is stalling, and below 0.5 is not'),
  ),
  row(
    'Convergence: < 0.5 twice running stops',
    'detectors/breaks/low-convergence.ts',
    story('diverging twice running: a soft break'),
    pdca('diverging once goes on, twice running ends it'),
  ),
  row(
    'Convergence: all persistent is stuck, stops',
    'detectors/breaks/identical-findings.ts',
    story('stuck: a soft break although a cycle is left'),
    convergence('convergence: all persistent is 0.00 and stuck; one that moved is not stuck'),
  ),
  row(
    'Convergence: nothing on either side is 1.00',
    'core/convergence.ts',
    convergence('convergence: nothing on either side is 1.00'),
    convergence('convergence: 0.00 with only new findings is diverging'),
  ),
  row(
    'Oscillation: N-2, not N-1, N',
    'core/convergence.ts',
    convergence('BL5 oscillation: reworded A, then B, then A again is found in cycle 3'),
    convergence('BL5 oscillation: what was there in the cycle between does not oscillate'),
  ),
  row(
    'Oscillation: two of them stop the run',
    'detectors/breaks/oscillating-findings.ts',
    story('oscillating: a hard break, although the findings came back in other words'),
    pdca('one that swings is not enough'),
  ),
  row(
    'Same finding in two cycles running: ask',
    'core/decide/pdca-act.ts',
    pdca('the same finding twice beside a resolved one: a question; yes goes round again, --yes answers it'),
    convergence('same finding twice: another issue in the same file and category is none'),
  ),
  row(
    'Identity: file, category and what it says',
    'core/findings.ts',
    findings('survives a moved line, other case and punctuation, and inflection'),
    findings('differs by file, category and issue'),
  ),
  row(
    'Dedup: same file and category, several reviewers',
    'core/merge-findings.ts',
    routing(
      'dedup across reviewers: same file and category is one finding, with the severest text and all sources',
    ),
    routing('dedup across reviewers: %s is another finding'),
  ),
  row(
    'Dedup: Creator over Maker',
    'core/routing.ts',
    routing('dedup across reviewers: goes to the Creator if one of them would'),
    routing('dedup across reviewers: stays with the Maker if none would go to the Creator'),
  ),
  row(
    'Fixes: gone in a touched file → fix.applied',
    'core/decide/pdca-act.ts',
    pdca('fix.applied: a finding that is gone in a touched file'),
    story('fast-approved: Creator, Maker, Guardian'),
  ),
  row(
    'Cycle: archived to cycle-<N>/',
    'runtime/perform/cycle.ts',
    story('two cycles: feedback, fixes, and cycle-1/ with all that cycle 1 wrote'),
    story('fast: no Explorer, one reviewer'),
  ),
  row(
    'Max cycles: the best stays on its branch',
    'core/decide/best.ts',
    story('max-cycles: the branch shows the better of the two tries, not the last'),
    pdca('max cycles: the best implementation is named, not the last'),
  ),
]

const TABLE: [string, string][] = [
  ['Guardian security, breaking-change', 'Creator'],
  ['Guardian reliability, dependency', 'Creator'],
  ['Skeptic design, scalability', 'Creator'],
  ['Sage quality, consistency', 'Maker'],
  ['Sage testing', 'Maker'],
  ['Trickster testing', 'Maker'],
]
const routed: RuleRow[] = [
  ...TABLE.map(([what, to]) =>
    row(
      `Routing: ${what} → ${to}`,
      'policy/routing.ts',
      routing('routing: %s %s → %s'),
      routing('routing: not listed, %s %s → %s'),
    ),
  ),
  row(
    'Routing: Trickster reliability, design flaw → Creator',
    'policy/routing.ts',
    routing('routing: Trickster reliability (design flaw) → Creator'),
    routing('routing: Trickster reliability (test gap) → Maker'),
  ),
  row(
    'Routing: Trickster reliability, test gap → Maker',
    'policy/routing.ts',
    routing('routing: Trickster reliability (test gap) → Maker'),
    routing('routing: Trickster reliability that does not say → Creator'),
  ),
  row(
    'Routing: approach or code',
    'core/routing.ts',
    routing('keeps the needs of each where it decides: a design flaw wins over a test gap'),
    routing('routing: %s %s is settled by its row, not by needs: %s'),
  ),
  row(
    'Feedback: two sections, each role its own',
    'core/feedback-document.ts',
    pdca('each role is told only its own issues'),
    routing('has an empty section for a role that has nothing to do'),
  ),
]

const landing: RuleRow[] = [
  row(
    'Hooks: pre-merge and run-start may abort',
    'core/decide/hooks.ts',
    story('hook-aborts: the pre-merge hook says no, and the target stays'),
    hooks('is empty by default, and a hook aborts unless it only warns'),
  ),
  row(
    'Merge: conflict is never forced',
    'core/decide/landing.ts',
    pipeline('a conflict is never forced'),
    pipeline('the target moved: built, verified and tried again'),
  ),
  row(
    'Merge: a rewritten target is a gate; the change alone',
    'core/decide/landing.ts',
    pipeline('is asked about before anything is verified on it, and only a yes lands the change alone'),
    pipeline('is another question when it is rewritten again, and none while it only moves on'),
  ),
  row(
    'Secrets: hidden before anything is written or shown',
    'secrets/redactor.ts',
    redacting('of %i bytes it is hidden as in one'),
    redacting('is not seen in %j'),
  ),
  row(
    'Secrets: what a change adds is a gate (secret)',
    'core/decide/secrets.ts',
    secretGate('is asked about before it lands, by place and kind and never by what it says; a yes lands it'),
    secretGate('is not asked about where there is none'),
  ),
  row(
    'Secrets: held back until that is answered',
    'runtime/perform/held-work.ts',
    leaking('are nowhere but in the run’s own repository, until a person lets them land'),
    leaking('ten honest changes with such words in them: nobody is asked, and no byte is another'),
  ),
  row(
    'Secrets: one in the task’s own words is bad usage',
    'runtime/refuse-secrets.ts',
    leaking('is refused: %s'),
    leaking('is none where it is only called one'),
  ),
  row(
    'Filters: what none was run on is a gate (lfs)',
    'workspace/filtered-files.ts',
    pipeline('files that no filter was run on are asked about, and a yes lands them as they are'),
    pipeline('files that their filter left as they are, or that have none, are not asked about'),
  ),
  row(
    'Merge: red on the merged tree cycles back',
    'core/decide/pdca-act.ts',
    story('red-merge: nothing lands while the merged tree is red; the Maker is told why'),
    pdca('red on the merged tree cycles back with that as feedback, then exit 12'),
  ),
  row(
    'Merge: red after landing is reverted, hard break',
    'core/decide/hooks.ts',
    pipeline('red after landing: reverted, then a hard break'),
    pipeline('plans, makes, reviews, verifies and lands'),
  ),
  row(
    'Merge: a revert takes back the merge alone',
    'workspace/revert.ts',
    revert('%s: the target is what it was, by one commit on top'),
    revert('keeps what others committed since'),
  ),
  row(
    'Errors: a timeout aborts and is not retried',
    'core/decide/steps.ts',
    processes('an agent that says nothing is stopped at the idle limit, and the run says why (14)'),
    pipeline('an agent that crashes ends the run; a limit or an overload is waited for'),
  ),
]

const linear: RuleRow[] = [
  row(
    'Pipeline: Creator, Maker, Guardian, Sage, verify',
    'core/decide/pipeline.ts',
    pipeline('plans, makes, reviews, verifies and lands'),
  ),
  row(
    'Pipeline: Skeptic only if the Guardian has findings',
    'core/decide/pipeline.ts',
    pipeline('asks the Skeptic only if Guardian found something, be it an INFO'),
  ),
  row(
    'Pipeline: CRITICAL, one targeted fix',
    'core/decide/settling.ts',
    pipeline('gives one targeted fix for a CRITICAL, reviews and tests again, and lands'),
    pipeline('gives up after the one fix, with the findings open and the branch named'),
  ),
  row(
    'Pipeline: WARNINGs do not block',
    'core/decide/issues.ts',
    pipeline('lands with WARNINGs of a reviewer that approved'),
    pipeline('does not land a CRITICAL of a reviewer that says APPROVED'),
  ),
]

const surface: RuleRow[] = [
  row(
    'Artifacts: one name a role',
    'runtime/perform/agent.ts',
    story('thorough: every role has one'),
    story('fast: no Explorer, one reviewer'),
  ),
  row(
    'Artifacts: plan-mini-explorer.md',
    'runtime/perform/agent-outcome.ts',
    story('the mini-Explorer has its own'),
    story('fast: no Explorer, one reviewer'),
  ),
  row(
    'Artifacts: act-feedback.md, act-fixes.jsonl, do-maker-files.txt',
    'runtime/perform/cycle.ts',
    story('their contents: two sections, one path a line, one fix a line'),
    story('fast: no Explorer, one reviewer'),
  ),
  row(
    'Events: key data',
    'core/events.ts',
    story('key data of %s'),
    story('artifacts_so_far names files that exist'),
  ),
  row(
    'Events: parents',
    'core/parents.ts',
    parents('a phase fans in from everything that ended before it'),
    parents('the start has none, and every other event has earlier ones'),
  ),
  row(
    'Events: parallel agents share a parent',
    'core/parents.ts',
    parents('agents that run side by side share their parent'),
    parents('an end belongs to its beginning'),
  ),
  row(
    'Dry run: Plan only, with confidence and cost',
    'core/decide/dry-run.ts',
    dryRun('plans, shows what would follow, and ends with 0; resume carries that plan out'),
    dryRun('--yes shows it and goes on at once'),
  ),
  row(
    'Start-from: needs its artifacts, and names each that is missing',
    'cli/start-from.ts',
    startFrom('for %s: %j is named, all of it, and nothing is written'),
    startFrom('%s calls %j and nobody before'),
  ),
]

const agents: RuleRow[] = [
  row(
    'Model: its name belongs to one agent',
    'policy/models.ts',
    models('a model’s name belongs to one agent: another one of a chain gets its own, or none'),
  ),
  row(
    'Limit: waited for to its instant, over a kill too; no failure',
    'policy/failures.ts',
    limits('survives kill -9 and resume: status says until when, and nobody is called before'),
    failures('a resumed run still waits for the limit; any other trouble is tried again at once'),
  ),
  row(
    'Overload, lost connection: tried again, with growing pauses and a cap',
    'policy/failures.ts',
    failures('is tried again after growing pauses, as long as it lasts'),
    failures('with %s is called %i times, and the run ends with %i'),
  ),
  row(
    'Login, missing agent: stop at once, and say what to type',
    'policy/failures.ts',
    failures('with %s: the ending says what to type next'),
    failures('with %s is called %i times, and the run ends with %i'),
  ),
  row(
    'Chain: the next agent takes over, on the record',
    'core/decide/players.ts',
    fallback('takes over at once after %s, on the record'),
    fallback('does not take over after %s'),
  ),
  row(
    'Chain: all are limited → the earliest reset',
    'core/decide/players.ts',
    fallback('the run waits for the earliest reset, and that agent plays'),
    fallback('takes over where the limit is far; a near one is waited for'),
  ),
  row(
    'Conversation: what was cut off goes on in it, in the same tree',
    'runtime/perform/agent.ts',
    resume('goes on in its own conversation and its own tree, under the same attempt, and lands'),
    resume('begins afresh if the conversation is not found: the tree is set back, what it held is rescued'),
  ),
]

const halting: RuleRow[] = [
  row(
    'Three agent failures in a row: hard break',
    'detectors/breaks/agent-failures.ts',
    breaks('three are a hard break, on the record before the end, with what each said'),
    breaks('two are tried again, and one that works begins the count anew'),
  ),
  row(
    'Agent failures: a limit is none, and what only the user can mend keeps code 4',
    'core/fold-steps.ts',
    breaks('a limit is none of them, however often it comes'),
    breaks('what only the user can mend keeps its own ending'),
  ),
  row(
    'The same shadow three times in a cycle: hard break',
    'detectors/breaks/same-shadow.ts',
    ladder('third in the same cycle: a Hard Break, on the record before the end'),
    ladder('second: a fresh agent takes over, and starts empty'),
  ),
  row(
    'Findings rise from one cycle to the next: soft break',
    'detectors/breaks/rising-findings.ts',
    breaks('two more are a soft break, although a cycle is left'),
    breaks('one more goes on'),
  ),
  row(
    'Rising findings: only reviewers that both cycles had',
    'core/scenes/break-scene.ts',
    breaks('a reviewer that was not asked in both cycles does not make it rise'),
  ),
  row(
    'Order: hard before soft',
    'core/decide/breaks.ts',
    breaks('hard before soft'),
    breaks('soft before no cycles left'),
  ),
  row(
    'A person who resumes after a break is believed',
    'core/reopen.ts',
    breaks('a soft break: one cycle more, without asking what was just answered'),
    breaks('breaks again if the next cycle gives reason to'),
  ),
  row(
    'A break that was cut off before the run ended is not forgiven',
    'core/reopen.ts',
    breaks('a run that was cut off between the break and its end has shown nobody anything: it ends'),
    breaks('one word is enough, however many rules the same findings speak to'),
  ),
  row(
    'A Maker that asked first climbs the ladder like any other',
    'core/decide/settled-steps.ts',
    ladder('climbs the ladder like any other'),
    ladder('is looked at again only once git says what its next attempt changed'),
  ),
]

const wholeRun: RuleRow[] = [
  row(
    'Scope Creep: the Maker takes the extra files back, or the plan is changed first',
    'core/decide/update-proposal.ts',
    whole('the Maker is called again, with the files that are too many, and lands within the plan'),
    whole('a Maker that needs the files has the plan changed first, and nobody is asked'),
  ),
  row(
    'Gold Plating: CRITICAL first, INFO parked',
    'core/decide/system-actions.ts',
    whole('the Maker is called again for what is CRITICAL (%s)'),
    whole('a Maker that mends it is left in peace (%s)'),
  ),
  row(
    'Tunnel Vision: a reviewer is asked for what nobody looked at, once',
    'core/decide/system-actions.ts',
    whole('the Sage is called again for what nobody looked at, and what it finds counts'),
    whole('one further look settles it, whatever it says'),
  ),
  row(
    'Echo Chamber: one adversarial look of the Guardian, which counts',
    'core/decide/adversarial.ts',
    whole('what it finds counts with the others'),
    whole('half a minute of reading is enough'),
  ),
  row(
    'Analysis Paralysis: nobody explores any more',
    'core/decide/research.ts',
    whole('nobody explores any more in this run, not even beside the Maker'),
    whole('planning twice as long as making, or short planning, is no shadow'),
  ),
  row(
    'Broken Window: a cleanup task is queued, and landing does not wait',
    'runtime/perform/queue-task.ts',
    whole('a cleanup task is queued after landing, with what both runs left'),
    whole('nothing left by this run, or by the one before, is no shadow'),
  ),
  row(
    'Cargo Cult: a lesson that is repeated is strengthened, then reworded, then removed',
    'core/memory/use.ts',
    lessons(
      'is a lesson that was given and whose finding comes up again: it is strengthened, and the run goes on',
    ),
    lessons('is not seen where %s'),
  ),
  row(
    'Seen again: the run pauses, then it is called a systemic issue',
    'core/decide/system-respond.ts',
    whole('a second time the run pauses, and a yes lets it go on'),
    whole('a third time, in a later cycle, it is called a systemic issue'),
  ),
]

export const rules: [string, RuleRow[]][] = [
  ['Choosing', choosing],
  ['Attention', attention],
  ['Status tokens', status],
  ['Plan', planning],
  ['Do', doing],
  ['Check', checking],
  ['Act', acting],
  ['Routing and feedback', routed],
  ['Landing and errors', landing],
  ['Pipeline', linear],
  ['Agents', agents],
  ['The run as a whole', wholeRun],
  ['Wiggum Break', halting],
  ['Artifacts and events', surface],
]
