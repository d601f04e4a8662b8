/** When work has left its task, and the words by which that is told. Data only. */

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

export const drift = {
  /** Of the changed lines, so many have nothing to do with the task. */
  share: 0.6,
  /** The same where most of these files were there before: what is on the task may need them changed. */
  shareOfOld: 0.75,
  /** Files, and lines in them, off the task before a change that is partly on it counts as drifted: a small one never does. */
  files: 3,
  lines: 60,
  /** Where a judge is asked, if there is one: so many lines, and such a part of the code that was changed. */
  doubt: {
    silent: { lines: 40, share: 0.3, words: 'do not speak of the task' },
    whole: { lines: 150, share: 0.75, words: 'were added or deleted whole' },
  },
  /** Lines of one file that count: a long table is no more of a drift than a long module. */
  maxLines: 300,
  /** What a task must say before anything is held against it: so many telling words, or a name from the code. */
  tellingWords: 2,
  /** Of words that all code has, it takes more. */
  genericWords: 3,
  /** What makes a file on task: words of the task in its path, in its changed lines, anywhere in it. */
  inPath: 1,
  inNames: 2,
  inText: 3,
  genericWeight: 0.4,
  /** New modules of a fix, or new ones that are named after patterns, before the solution is too large for its problem. */
  newModules: 3,
  newLines: 120,
  /** And so many times the lines of the rest. */
  newToRest: 2,
} as const

/** Say what to do, or how, and name nothing in a project. */
export const instructionWords: string[] = words(`
  implement implements implemented implementing implementation support supports supported ensure ensures refactor refactors refactored
  change changes changed changing improve improves allow allows allowed please should need needs needed want wants wanted instead
  currently now when whenever after before again always never sometimes really properly correctly correct right wrong wrongly work
  works working broken break breaks bug bugs issue issues problem problems fail fails failing failed fault crash crashes crashed
  crashing mend repair resolve solve address handle handles handled handling update updates updated updating create creates created
  introduce provide provides write writes written rewrite remove removes removed removing delete deletes deleted drop drops put puts
  let lets keep keeps like such way ways thing things something anything nothing everything many much more most less least few first
  last next previous second third between without within through about against because since until unless also however behaviour
  behavior feature features function functions method methods class classes module modules variable variables implementation
  component components part parts small simple simply easy quick quickly better best good nice clean proper full whole own already
  still yet able unable possible become becomes seem seems look looks looking see seen find finds found give gives given take takes
  taken come comes go goes going run runs running call calls called calling end ends begin begins start starts started stop stops
  turn turns cause causes caused happen happens expect expects expected actual actually instead wherever task tasks request requested
  cover covers covered case cases edge sure make version example examples etc e.g i.e per via whether neither either least once twice
  they them their theirs themselves itself nobody somebody else others our ours us says said got leave leaves leaving left longer
  further exactly mean means meant true false real along behind around across whose don doesn isn won cannot can`)

/** Half of all code has them: alone they do not tell what a task is about. */
export const genericWords: string[] = words(`
  user users data value values list lists item items page pages server client request requests response responses config configuration
  setting settings option options api endpoint endpoints error errors exception message messages name names type types number numbers
  string strings object objects input output result results time show shows display displays return returns returned empty null
  undefined default key id path paths state event events load loads save saves text content field fields row rows entry entries
  record records size length count total index order level system service services model models view views controller manager helper
  base common shared global local context status info information process command commands flag argument arguments parameter
  parameters param params check checks valid invalid validate validation format line lines character characters point set add limit
  open close send receive read link button form web http https json new current missing same different single multiple large long short`)

/** One thing in several words; abbreviations and their long forms among them. */
export const sameThing: string[][] = [
  words(
    'login signin auth authentication authenticate authorization password credential session token sso logout signout signup',
  ),
  words('config configuration settings preferences options'),
  words('database db sql schema migration table query'),
  words('email mail smtp mailer newsletter'),
  words('pagination paginate page pager cursor offset'),
  words('colour color theme palette dark light'),
  words('translation translate locale i18n l10n language localization internationalization'),
  words('cli command argv flag subcommand'),
  words('docs documentation readme document'),
  words('retry retries backoff attempt'),
  words('cache caching cached memoize ttl expiry expire'),
  words('rate throttle throttling limiter quota'),
  words('log logging logger trace'),
  words('price pricing cost amount money currency'),
  words('cart basket checkout'),
  words('payment pay billing invoice charge stripe'),
  words('search find lookup filter query'),
  words('sort sorting order ordering compare comparator'),
  words('parse parser parsing tokenizer lexer grammar'),
  words('date time timezone calendar clock timestamp duration'),
  words('image picture photo thumbnail avatar'),
  words('upload uploads attachment file multipart'),
  words('permission permissions role roles access acl policy'),
  words('notification notify alert toast push'),
  words('delete remove destroy purge'),
  words('websocket socket realtime'),
  words('performance slow fast speed latency'),
  words('memory leak heap'),
  words('concurrency race lock mutex deadlock'),
  words('stylesheet style css layout'),
  words('print render output display'),
  words('url uri link href slug'),
  words('csv export spreadsheet'),
  words('random shuffle seed'),
  words('shipping delivery shipment'),
  words('message messages chat conversation'),
  words('test tests testing spec coverage'),
]

/** A task that means a whole project, or all of it: every file may be part of it. */
export const wideTask =
  /\b(?:every(?:where| file| module| call(?:er)?| place)?|across (?:the|all|our)|all (?:the |our |of the )?(?:files|modules|code|packages|callers|usages|tests|imports|warnings|errors|services|components|endpoints|routes|types)|whole (?:project|code ?base|repo(?:sitory)?|app(?:lication)?)|code ?base|repo(?:sitory)?-?wide|through(?:out)?\b|lint(?:er|ing)?|eslint|prettier|biome|ruff|clippy|format(?:ter|ting)|reformat|type ?check(?:s|ing)?|type ?hints|strict mode|dead code|unused|clean ?up|tidy|rename|migrate|migration|port|convert|upgrade|bump|modernis?z?e|restructure|reorgani[sz]e|split up|dependenc(?:y|ies)|licen[cs]e headers?|monorepo|ci|pipeline|failing tests?|tests? (?:pass|green)|green again|review comments|todo(?:s| comments)|scaffold|bootstrap|from scratch|prototype|mvp|boilerplate|skeleton)\b|\b(?:build|create|write|make|develop|design|set ?up|implement)\b[^.]{0,60}\b(?:app|application|project|website|site|game|platform|library|framework|package|sdk|clone|bot|simulator|dashboard|engine|compiler|interpreter|server|service|tool|cli)\b/i

/** What is to be put right, not to be added. */
export const fixTask =
  /^\W*(?:please\s+)?(?:(?:bug|hot)?fix|mend|repair|correct|debug|patch|typo|adjust|tweak|stop|prevent|resolve)\b|\b(?:bug|typo|off[- ]by[- ]one|crash(?:es|ed)?|regression|wrong(?:ly)?|incorrect(?:ly)?|broken|fails? (?:when|if|on|with)|throws?)\b/i

/** Asked for by name: then patterns, layers and new modules are the task. */
export const structureTask =
  /\b(?:architect\w*|refactor\w*|abstract\w*|factor(?:y|ies)|registr(?:y|ies)|strateg(?:y|ies)|adapters?|plugins?|patterns?|layers?|decouple\w*|extract\w*|extensib\w*|pluggable|modular\w*|interfaces?|providers?|framework|injection|separate|hexagonal|event[- ]driven|middlewares?|engine|orchestrat\w*)\b/i

/** Parts of a file's name that stand for machinery. Where a project names its files so anyway, they say nothing. */
export const patternWords: string[] = words(`
  factory abstract registry strategy adapter facade mediator visitor builder orchestrator dispatcher plugin container decorator
  resolver bus proxy observer bridge composite singleton pipeline injector locator broker kernel`)

/** About pages, not code. */
export const pageTask =
  /\b(?:docs?|document\w*|readme|changelog|comments?|guide|tutorial|page|wiki|faq|instructions?|sections?|how-?to|markdown|install\w*|usage|contributing|news|roadmap|template|prompt|article|post|blog|essay|letter|spelling|typos?|wording|translat\w*|copy|text|describe|explain|note|licen[cs]e|adr|proposal|report|research|investigate|analy[sz]e|plan|design)\b/i

/** Something is to behave otherwise than it does. */
export const behaviourTask =
  /\b(?:fix|add|implement|support|handle|prevent|stop|remove|allow|let|must|should|shows?|sends?|returns?|rejects?|cannot|can't|fails?|crash\w*|wrong\w*|instead|when)\b/i

/** Read by people alone. */
export const pageEnding = /\.(?:md|mdx|markdown|rst|adoc|txt)$/i
