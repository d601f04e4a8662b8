import type { Environment } from '../runtime/open-context.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { openProject, type Project, readProject } from '../runtime/project.ts'
import { ensureLayout, layoutOf } from '../store/layout.ts'
import { asRepository, isTooLarge } from '../workspace/no-repository.ts'
import { openRepository } from '../workspace/repository.ts'

/** A session may be anywhere: where there is no repository, or none with a commit, its folder is watched by itself. */
export async function openLiveProject(folder: string, env: Environment): Promise<Project> {
  const opened = await openRepository(folder)
  if (opened.ok || (opened.problem !== 'no-repository' && opened.problem !== 'no-commits'))
    return openProject(folder, env)
  if (isTooLarge(folder))
    throw new Problem(
      EXIT.environment,
      `${folder} is in no git repository with a commit, and has too many files to be watched without one`,
      'Make it one: git init, then commit.',
    )
  const layout = layoutOf(folder)
  ensureLayout(layout)
  const repo = await asRepository(folder, layout.noGit)
  return readProject({ repo, at: 'HEAD' }, env)
}
