import { behaviourTask, pageEnding, pageTask } from '../../policy/drift.ts'
import type { Asked } from './on-task.ts'
import type { Drift, Weighed } from './weigh.ts'

/** Pages about it, and nothing of the thing itself: the task asks for code that the project has. */
export function onlyPages(all: Weighed[], counted: Weighed[], { aim, survey }: Asked): Drift | null {
  const pages = all.filter(({ file }) => isPage(file.path))
  const told = pageTask.test(aim.task) || !behaviourTask.test(aim.task) || aim.files.some(isPage)
  if (counted.length > 0 || pages.length === 0 || pages.length < all.length || told) return null
  if (!survey.anchors.some((path) => !isPage(path))) return null
  return {
    share: 1,
    causes: ['core-missing'],
    off: [],
    evidence: [
      `only pages were changed (${pages.map(({ file }) => file.path).join(', ')}); the task is about code`,
    ],
  }
}

function isPage(path: string): boolean {
  return pageEnding.test(path)
}
