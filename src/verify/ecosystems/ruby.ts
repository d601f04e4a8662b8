import { wholeFile } from '../sections.ts'
import type { Ecosystem } from './ecosystem.ts'

/** Test files and runner options are known; the command is not guessed, because it depends on the bundle. */
export const ruby: Ecosystem = {
  id: 'ruby',
  detect: async () => null,
  testFile: (path) =>
    /_(?:spec|test)\.rb$/.test(path) || /^spec\/(?:.*\.rb$|fixtures\/|support\/)/.test(path),
  configFiles: [
    { files: /^\.rspec(?:-local)?$/, what: "rspec's options", part: (text) => wholeFile(text, 'x.ini') },
  ],
}
