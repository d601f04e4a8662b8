import { describe, expect, test } from 'vitest'
import { asksForFix } from '../../src/core/defect-task.ts'

describe('a task asks for a fix', () => {
  test.each([
    'fix it',
    'fix: slugs keep trailing dashes',
    'Fix the crash in the type checker',
    'TypeError in save()',
    'ModelForm raises KeyError when a field is missing',
    'Fix wrong style computed for cells',
    "slugify doesn't strip dashes",
    'hotfix for the login',
    'parse() fails on empty input',
    'The total is off by one',
    'Regression: sorting is no longer stable',
    'Dates show up in UTC instead of local time',
  ])('%s', (task) => expect(asksForFix(task)).toBe(true))
})

describe('a task asks for no fix, or for one that no test can show', () => {
  test.each([
    'Add a CSV export',
    'refactor the parser',
    'Fix the typo in README',
    'fix typos in comments',
    'update the CI workflow to node 22',
    'CI: fix the cache',
    'fix lint',
    'Fix type annotations of parse()',
    'fix the docs: the option is called --out',
    'Add error handling to the upload',
    'Make fixed width columns possible',
    'Print the patch version',
  ])('%s', (task) => expect(asksForFix(task)).toBe(false))
})
