import { tidy } from '../sections.ts'
import type { Ecosystem } from './ecosystem.ts'

/** Our own settings: once landed they would choose the next run's test command, gates, hooks and reviewers. */
export const wiggum: Ecosystem = {
  id: 'wiggum',
  detect: async () => null,
  testFile: () => false,
  configFiles: [
    {
      files: /^\.wiggum\/(?:(?:config|hooks)\.ya?ml|archetypes\/.*|workflows\/.*|detectors\/.*)$/,
      what: "wiggum's own configuration",
      part: (text) => tidy(text),
      isMore: true,
    },
  ],
}
