/** What reviewers write who approve, with words in it that others use to say no. */

const block = (more: object = {}) =>
  `\`\`\`wiggum\n${JSON.stringify({ status: 'DONE', verdict: 'APPROVED', findings: [], ...more })}\n\`\`\``
const approving = (words: string) => `${words}\n\n${block()}\n`
const HEAD = '| file:line | severity | category | description | fix |\n|---|---|---|---|---|\n'

export const honest: [string, string][] = [
  ['a parser that rejects', approving('The parser rejected the input, as it should.')],
  ['tokens that are rejected', approving('Invalid tokens are rejected with 401; I tried three of them.')],
  [
    'a wrapped sentence',
    approving('I tried the empty string, which the parser has\nrejected: that is what the task asks for.'),
  ],
  [
    'a thought that was dropped',
    approving('I considered rejecting the change for its missing test; resolved by `test/ends.test.js`.'),
  ],
  ['the last cycle', approving('Previous cycle: REJECTED, now fixed.')],
  ['an earlier verdict', approving('REJECTED was the earlier verdict. Both findings are gone.')],
  [
    'a verdict of the first round',
    approving('In the first round my verdict was REJECTED because of the empty title. That is handled now.'),
  ],
  ['two cycles', approving('- Cycle 1: REJECTED (2 CRITICAL)\n- Cycle 2: both fixed')],
  ['a table of cycles', approving('| Cycle | Verdict |\n|---|---|\n| 1 | REJECTED |\n| 2 | APPROVED |')],
  [
    'a settled finding in a table',
    approving(`${HEAD}| src/slugify.js:4 | CRITICAL | reliability | Empty title | Fixed in this version |`),
  ],
  [
    'a column that says settled',
    approving(
      '| severity | file | finding | state |\n|---|---|---|---|\n| CRITICAL | src/a.js:3 | leak | resolved |\n| WARNING | src/b.js:9 | name | ✅ |',
    ),
  ],
  [
    'a section of earlier findings',
    approving(
      `## Previous findings\n\n${HEAD}| src/a.js:3 | CRITICAL | security | Any token | Check it |\n\n## Now\n\nIt is checked, and the test shows it.`,
    ),
  ],
  ['one warning', approving('APPROVED (1 WARNING)')],
  ['a warning in a table', approving(`${HEAD}| src/a.js:3 | WARNING | quality | Long name | Shorten |`)],
  ['a tally of nothing', approving('Findings: 0 CRITICAL, 1 WARNING, 2 INFO.')],
  ['a table of counts', approving('| severity | count |\n|---|---|\n| CRITICAL | 0 |\n| WARNING | 1 |')],
  ['an empty section', approving('### Critical\n\nNone.\n\n### Warnings\n\nNone.')],
  ['a list without any', approving('- CRITICAL: none\n- WARNING: none\n- INFO: the name is long')],
  ['no critical findings', approving('I found no CRITICAL and no WARNING. There is nothing that blocks it.')],
  [
    'a legend',
    approving('| Severity | Meaning |\n|---|---|\n| CRITICAL | must not land |\n| INFO | for the reader |'),
  ],
  [
    'a quoted report',
    approving(
      'The Maker reports:\n\n> CRITICAL: the first try was REJECTED by the linter.\n> I cannot approve my own work.\n\nThat is in order.',
    ),
  ],
  [
    'a fence of output',
    approving(
      '```\n$ node cli.js --order 4\nREJECTED: no stock\n```\n\nThe order is refused as the task wants it.',
    ),
  ],
  [
    'a test of rejections',
    approving(
      'Inputs I tried:\n\n- accepted: `a`, `b`\n- rejected: the empty string, `..`, a name of 300 letters',
    ),
  ],
  [
    'a table of inputs',
    approving(
      '| input | expected | got |\n|---|---|---|\n| `-1` | rejected | rejected |\n| `7` | accepted | accepted |',
    ),
  ],
  [
    'a state of the program',
    approving('An order in state REJECTED can now be reopened, and its history is kept.'),
  ],
  [
    'a name in code',
    approving('`REJECTED` and `APPROVED` are both members of the enum, and `reject()` is covered.'),
  ],
  [
    'promises',
    approving('The promise is rejected when the socket closes, and the caller handles the rejection.'),
  ],
  ['no reason to reject', approving('I see no reason to reject this. I looked for one.')],
  ['nothing against merging', approving('Nothing speaks against merging it.')],
  ['a condition', approving('I would reject it if the lock were taken twice; it is not.')],
  ['a would-be rejection', approving('Without the test I would have rejected this. The test is there.')],
  [
    'an alternative',
    approving('## Rejected alternatives\n\nThe Maker rejected a cache because of its size. I agree.'),
  ],
  ['a critical path', approving('The critical section is short, and the critical path has a test.')],
  [
    'blocking calls',
    approving('The read is blocking, but it happens once at start. Blocked threads are woken.'),
  ],
  [
    'a merge that is about code',
    approving(
      '`merge` does not merge arrays, which the documentation says. Deep merging is not approved of there.',
    ),
  ],
  [
    'what was fixed',
    approving(
      'The bug was that `slugify("!")` gave "-". The change fixes it, and the new test fails without it.',
    ),
  ],
  [
    'failed before',
    approving('The new test fails on the old code and passes on the new one. 3 failed before, 0 now.'),
  ],
  ['a status', approving('Status: all checks pass. Result: 12 tests, none failed.')],
  [
    'out of scope',
    approving(
      'Windows paths do not work, as before; that is out of scope here. The task does not ask for it.',
    ),
  ],
  ['an HTML note', approving('<!-- REJECTED is what the template says by default -->\nRead and run.')],
  ['thinking', approving('<analysis>\nREJECTED? No: the second test covers it.\n\n</analysis>\n\nFine.')],
  [
    'details of a log',
    approving('<details>\n<summary>Log</summary>\n\n```\nrequest 3: REJECTED\n```\n\n</details>'),
  ],
  [
    'a line as Markdown',
    'I read the diff and ran the tests.\n\nVerdict: APPROVED\n\nThe parser rejects what it should.\n',
  ],
  [
    'a table and a line',
    `Reviewed.\n\n${HEAD}| src/a.js:3 | INFO | style | Rejected names are logged | — |\n\n**APPROVED**\n`,
  ],
  [
    'words about the verdict reader',
    approving('A line that says "Verdict: REJECTED" is now read as a rejection, and the tests show it.'),
  ],
  ['a negation', approving('This is not a rejection, only a note: the name could be shorter.')],
  [
    'what must not be',
    approving(
      'Secrets must not be logged, and they are not. Drafts should not be published; the change checks that.',
    ),
  ],
  [
    'a checklist',
    approving('- [x] Tests added\n- [x] Bad input is rejected\n- [ ] REJECTED\n- [x] APPROVED'),
  ],
  [
    'a summary in the block',
    `Fine.\n\n${block({ summary: 'Bad tokens are rejected; the previous CRITICAL is fixed.' })}\n`,
  ],
  [
    'a finding of no weight',
    `Fine.\n\n${block({ findings: [{ file: 'a.js', line: 1, severity: 'INFO', description: 'The rejected value is not named' }] })}\n`,
  ],
  ['signs', approving('✅ builds\n✅ tests\n✅ bad names are rejected')],
  [
    'an earlier block in a fence',
    approving('Last time I wrote:\n\n```json\n{"verdict":"REJECTED"}\n```\n\nAll of that is done.'),
  ],
  [
    'a longer text',
    approving(
      'The change adds a check at the door: requests without a token are refused, expired ones rejected, and a blocked\naccount gets 403. Each has a test. I also tried a token signed with the wrong key; it is rejected. I was about to ask\nfor a limit of the body, but the proxy has one. No findings that would stop it.',
    ),
  ],
  [
    'another language',
    approving(
      'Die Prüfung lehnt leere Titel ab, wie verlangt. Abgelehnte Titel werden gemeldet. Keine Befunde.',
    ),
  ],
]

/** What stands right before a reviewer's own approval. */
export const ownLeads: string[] = [
  'My verdict:',
  'Verdict:',
  'Final verdict',
  '## Verdict',
  'Here is my review of the diff:',
  'My findings in src/slugify.js:',
  'Findings in this diff:',
  'Result of the review of the commit:',
  'The contract, as asked for:',
  'Summary of the change and my decision:',
  'I read the diff, the tests that the Maker wrote, and the README:',
  'The new test fails without the change, and passes with it.',
  'The file says what it should. Nothing is left to do.',
  'I checked what the report claims: it is so.',
  'Approved, with one note on the file name:',
  'Tests run: 12 of 12 passed',
  '- read the diff\n- ran the tests',
  '| file:line | severity | description | fix |\n|---|---|---|---|\n| src/slugify.js:2 | WARNING | The comment is short | Say more |',
]
