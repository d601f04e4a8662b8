import { lockfiles } from '../policy/lockfiles.ts'

/** What a path is, by its name alone. */

const CODE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|py|pyi|rb|erb|go|rs|java|kts?|scala|groovy|c|cc|cpp|cxx|h|hh|hpp|cs|fs|vb|swift|mm?|php|pl|pm|lua|jl|r|exs?|erl|hs|ml|clj[cs]?|dart|zig|nim|sql|prisma|graphql|proto|sh|bash|zsh|fish|ps1|bat|tf|css|scss|sass|less)$/i
/** Styles, schemas, descriptions of services and types: what uses them is tested. */
const DECLARES =
  /\.(?:css|scss|sass|less|sql|prisma|graphql|proto|tf|pyi|d\.[cm]?ts)$|(?:^|\/)(?:migrations|db\/migrate)\//i
/** By custom, their tests are in the file that they test. */
const TESTED_INSIDE = /\.(?:rs|zig|d|nim)$/i
const SETTINGS = /(?:^|\/)(?:\.[^/]+|[^/]*\.config\.[cm]?[jt]s)$/
const MADE_BY_TOOLS =
  /(?:^|\/)(?:dist|build|out|coverage|vendor|node_modules|generated|__generated__)\/|\.(?:min|generated|gen|pb)\.\w+$|_pb2(?:_grpc)?\.py$|\.(?:g|freezed)\.dart$/
const SNAPSHOT = /(?:^|\/)__snapshots__\/|\.snap$|(?:^|\/)(?:snapshots?|goldens?)\//

/** Source that people write, tests among it. Prose, data and settings are none. */
export function isCode(path: string): boolean {
  return CODE.test(path) && !SETTINGS.test(path) && !isMadeByTools(path)
}

/** Code whose tests would be a file of their own. */
export function wantsTestFile(path: string): boolean {
  return isCode(path) && !DECLARES.test(path) && !TESTED_INSIDE.test(path)
}

/** Nobody decides on these: they follow from something else. */
function isMadeByTools(path: string): boolean {
  return (
    MADE_BY_TOOLS.test(path) ||
    lockfiles.includes(path.slice(path.lastIndexOf('/') + 1)) ||
    SNAPSHOT.test(path)
  )
}
