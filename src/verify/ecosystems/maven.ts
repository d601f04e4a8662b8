import { wholeFile, xmlParts } from '../sections.ts'
import { baseName, type Ecosystem } from './ecosystem.ts'

const surefire = {
  inside: /maven-(?:surefire|failsafe)-plugin/,
  line: /<(?:skipTests|skipITs|maven\.test\.[\w.]+|testFailureIgnore|testSourceDirectory|surefire\.[\w.]+)>/,
}

export const maven: Ecosystem = {
  id: 'maven',
  detect: async (tree) => {
    if (!tree.has('pom.xml')) return null
    const test = tree.has('mvnw') ? './mvnw -q test' : 'mvn -q test'
    return { setup: [], test, why: `${test}, because of pom.xml at the root` }
  },
  testFile: (path) =>
    /(?:^|\/)src\/test\//.test(path) ||
    /(?:Tests?|IT|TestCase|Spec)\.(?:java|kt|scala|groovy)$/.test(baseName(path)),
  configFiles: [
    {
      files: /(?:^|\/)pom\.xml$/,
      what: 'the surefire settings of pom.xml',
      part: (text) => xmlParts(text, 'plugin', surefire),
    },
    { files: /(?:^|\/)\.mvn\//, what: "maven's own configuration", part: (text) => wholeFile(text, 'x.ini') },
  ],
}
