import { isCode } from '../measures/file-kinds.ts'

/** What kind of file an edit is about, by its path alone. `scratch`: made to try something out. */
export type EditTarget = 'source' | 'test' | 'scratch' | 'doc' | 'other'

const TEST =
  /(?:^|\/)(?:tests?|__tests__|specs?|testing|e2e)\/|(?:^|\/)(?:test_[^/]*|[^/]*[._-](?:test|spec|tests)|tests?|conftest)\.\w+$/i
const SCRATCH =
  /(?:^|\/)(?:[^/]*(?:repro|bug|debug|scratch|playground|sandbox)[^/]*|(?:check|verify|demo|example|try|temp|tmp|fix|run|setup|create|minimal|simple)_?[^/]*)\.(?:py|[cm]?[jt]sx?|rb|sh|go|rs|php|pl)$|^\/(?:tmp|var\/tmp)\//i
const DOC = /\.(?:md|rst|txt|adoc|markdown)$|(?:^|\/)(?:docs?|changelog|news)\//i

/** `made`: the agent made the file itself in this run. Only such a one is scratch by its name; `setup.py` was there before. */
export function targetOf(path: string, made: boolean): EditTarget {
  if (/^\/(?:tmp|var\/tmp)\//.test(path)) return 'scratch'
  if (made && SCRATCH.test(path)) return 'scratch'
  if (TEST.test(path)) return 'test'
  if (DOC.test(path)) return 'doc'
  return isCode(path) ? 'source' : 'other'
}
