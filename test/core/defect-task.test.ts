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

describe('a title that says what happens today is a fix', () => {
  test.each([
    'Duplicate entries in the sitemap when a page has two languages',
    'parse_duration() returns positive seconds for negative durations',
    'When the form is empty, clean() still gets called twice',
    'Union of querysets with different ordering returns rows in a random order',
    'Saving a model twice creates two rows',
    'Empty string is treated as None by the CSV loader',
    'Memory grows without bound when streaming large files',
    'Timezone conversion is off for dates before 1970',
    'Login page shows a blank screen on Safari',
    'The cache returns stale values after a delete',
    'Trailing slash missing from redirect URL',
    'The progress bar never reaches 100 %',
    'Negative numbers are parsed as positive',
    'slugify keeps a trailing dash',
    'total() should round half to even, but rounds up',
    'Exception when the config file has a BOM',
    'Internal Server Error on /users?page=0',
    'Cart total does not include shipping',
    'Filter on an empty list removes the whole condition',
    'The upload endpoint returns a 500 error',
    'cli: --json prints nothing for an empty queue',
    '[cart] Discounts are applied twice',
    'Handle memoryview in responses\n\nTypeError: a bytes-like object is required',
  ])('%s', (task) => expect(asksForFix(task)).toBe(true))
})

describe('a title that asks for work is none', () => {
  test.each([
    'Add a CSV export',
    'Add support for Python 3.14',
    'Allow JSONField to be indexed',
    'Implement a dark theme',
    'Add a --json flag to the list command',
    'Support uploads larger than 2 GB',
    'Add duplicate detection to the importer',
    'Show an error message when the upload exceeds the limit',
    'Raise a ValueError for negative counts',
    'Validate e-mail addresses in the sign-up form',
    'Add retries with exponential backoff to the HTTP client',
    'Introduce a rate limiter',
    'Refactor the parser into modules',
    'Rename getUser to fetchUser',
    'Move settings to a YAML file',
    'Let users invite others by e-mail',
    'Cache the result of expensive queries',
    'Log exceptions with their stack trace to stderr',
    'Add unit tests for the tokenizer',
    'Write docs for the plugin API',
    'Upgrade to React 19',
    'Make the timeout configurable',
    'Return 404 for missing users',
    'Add error pages for 404 and 500',
    'Handle missing files gracefully',
    'Add an option to ignore whitespace',
    'Implement exception hierarchy for the client',
    'Show how many rows were rejected',
    'Create a health endpoint that never blocks',
    'Delete duplicate entries on import',
    'Add a missing-value strategy to the imputer',
    'feat(cli): the list shows the newest entry first',
    'docs: the guide says what happens on a timeout',
    'CSV export',
    'A page that shows which users are online',
  ])('%s', (task) => expect(asksForFix(task)).toBe(false))
})
