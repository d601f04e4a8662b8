import { bracedBlocks, wholeFile } from '../sections.ts'
import type { Ecosystem } from './ecosystem.ts'

const manifests = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts']

/** A line about the test task; `testImplementation "…"` and its kin are dependencies. */
const aboutTests =
  /^(?!\s*\w*(?:[iI]mplementation|[aA]pi|[oO]nly|[cC]lasspath)\b)(?=.*\b(?:test|Test|ignoreFailures|integrationTest)\b)/

export const gradle: Ecosystem = {
  id: 'gradle',
  detect: async (tree) => {
    if (!manifests.some((path) => tree.has(path))) return null
    const test = tree.has('gradlew') ? './gradlew test' : 'gradle test'
    return { setup: [], test, why: `${test}, because of a Gradle build at the root` }
  },
  testFile: (path) => /(?:^|\/)src\/(?:test|integrationTest|testFixtures)\//.test(path),
  configFiles: [
    {
      files: /(?:^|\/)[^/]*\.gradle(?:\.kts)?$/,
      what: 'the test task of the Gradle build',
      part: (text, { path }) => bracedBlocks(text, path, aboutTests),
    },
    {
      files: /(?:^|\/)gradle\/wrapper\/gradle-wrapper\.(?:properties|jar)$/,
      what: "gradle's wrapper",
      part: (text) => wholeFile(text, 'x.properties'),
    },
  ],
}
