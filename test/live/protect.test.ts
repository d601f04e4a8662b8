import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inTiers } from '../support/in-tiers.ts'
import { type LiveWorld, liveWorlds, type Session } from './live-world.ts'
import {
  asks,
  type Case,
  DAY,
  does,
  FILES,
  filesOf,
  historyOf,
  run,
  SEVEN,
  userWork,
  uses,
} from './protect-world.ts'

/** The folder is the only copy of the user's work: nothing in it goes unasked that one restore does not bring back. */

const world = liveWorlds()

async function looping(config = '') {
  const made = world({ ...FILES, '.wiggum/config.yaml': `verify: { test: sh check.sh }\n${config}` })
  userWork(made)
  const session = made.session('s1')
  await session.prompt('/wiggum:loop make work.txt good')
  return { made, session }
}

const latest = ({ git }: LiveWorld) =>
  git('for-each-ref', '--sort=-version:refname', '--format=%(refname)', 'refs/wiggum/rescue').split(
    '\n',
  )[0] ?? ''

const OTHERS: Case[] = [
  { command: 'git checkout .', names: /changed\.txt/ },
  { command: 'git checkout -f side', names: /changed\.txt/ },
  { command: 'git restore --staged --worktree .', names: /staged\.txt/ },
  { command: 'git switch --discard-changes side', names: /changed\.txt/ },
  { command: 'git stash clear', names: /stash entry/ },
  { command: 'git reset --hard side', names: /changed\.txt/ },
  { command: 'git update-ref -d refs/heads/side', names: /a commit of side/ },
  { command: 'git -c alias.zap="reset --hard" zap', names: /changed\.txt/ },
  { command: 'git rm -f changed.txt', names: /changed\.txt/ },
  { command: 'find . -name "*.txt" -not -path "./.git/*" -delete', names: /notes\/deep\/plan\.txt/ },
  { command: 'find notes -type f -exec rm {} +', names: /notes\/run\.sh/ },
  { command: 'ls notes/*.bin | xargs rm', names: /notes\/bytes\.bin/ },
  { command: 'truncate -s 0 changed.txt', names: /changed\.txt/ },
  { command: ': > notes/run.sh', names: /notes\/run\.sh/ },
  { command: 'cp kept.txt changed.txt', names: /changed\.txt/ },
  { command: 'mv kept.txt notes/deep/plan.txt', names: /plan\.txt/ },
  { command: 'python3 -c "import shutil; shutil.rmtree(\'notes\')"', names: /notes\// },
  { command: `node -e "require('fs').rmSync('notes', {recursive: true})"`, names: /notes\// },
  { command: `node -e "require('child_process').execSync('git reset --hard')"`, names: /changed\.txt/ },
  { command: "bash -c 'cd notes && rm -rf deep'", names: /plan\.txt/ },
  { command: 'for f in changed.txt staged.txt; do rm "$f"; done', names: /staged\.txt/ },
  { command: 'f() { rm -rf "$1"; }; f notes', names: /notes\// },
  { command: 'trap "rm -rf notes" EXIT', names: /notes\// },
  { command: 'coproc rm -rf notes', names: /notes\// },
  { command: 'rm with*', names: /with a space/ },
  { command: 'rm -rf ./* && git checkout .', names: /notes\// },
  { command: 'git reflog expire --expire=now --all', names: /stash entry/ },
  { command: 'mv .git /tmp/gone-$$', names: /the repository itself/ },
  { command: 'git branch -f side main', names: /a commit of side/ },
]

async function comesBack({ command, names }: Case) {
  const { made, session } = await looping()
  const [files, history] = [filesOf(made), historyOf(made)]
  const said = await asks(session, command)
  expect(said.permission).toBe('ask')
  expect(said.stdout).toMatch(names)
  const ref = /rescue restore ([^\s.]+)/.exec(said.stdout)![1]!
  run(made, command)
  const back = await made.wiggum('rescue', 'restore', ref)
  expect(back.code, back.stdout + back.stderr).toBe(0)
  expect(filesOf(made)).toEqual(expect.objectContaining(files))
  expect(historyOf(made)).toEqual(history)
}

describe('asked about, and back with one restore', () => {
  for (const [some, options] of inTiers(SEVEN, 2)) test.each(some)('$command', options, comesBack)
  test.each(OTHERS)('$command', { tags: ['deep'] }, comesBack)
})

describe('an agent with its own files', () => {
  test('is never asked, all day', async () => {
    const { made, session } = await looping()
    for (const command of DAY) {
      const said = await does(session, made, command)
      expect(said.stdout, command).toBe('')
    }
    const edit = { file_path: join(made.repo, 'changed.txt'), old_string: 'as', new_string: 'was' }
    expect((await uses(session, 'Edit', edit)).stdout).toBe('')
  })

  test('commits that it made may go; the user’s may not', async () => {
    const made = world(FILES)
    made.write('more.txt', 'x\n')
    made.git('add', '-A')
    made.git('commit', '-qm', 'of the user')
    const session = made.session('s1')
    await session.prompt('/wiggum:loop make work.txt good')
    await does(session, made, 'echo new > new.txt; git add new.txt; git commit -qm own')
    expect((await does(session, made, 'git commit -q --amend -m better')).stdout).toBe('')
    expect((await does(session, made, 'git reset -q --hard HEAD~1')).stdout).toBe('')
    for (const command of [
      'git commit --amend -m mine',
      'git reset --soft HEAD~1',
      'git rebase --onto HEAD~1 HEAD',
    ])
      expect((await asks(session, command)).stdout, command).toContain('a commit of HEAD')
  })
})

test('what the user changes while no tool runs is theirs', async () => {
  const { made, session } = await looping()
  await does(session, made, 'echo session > kept.txt; echo session > new.txt')
  expect((await does(session, made, 'git checkout -- kept.txt')).stdout).toBe('')
  await new Promise((resolve) => setTimeout(resolve, 60))
  made.write('kept.txt', 'by hand\n')
  const said = await asks(session, 'git checkout -- kept.txt; rm new.txt')
  expect(said.permission).toBe('ask')
  expect(said.stdout).toContain('kept.txt (changed)')
  expect(said.stdout).not.toContain('new.txt (')
  expect(made.git('show', `${latest(made)}:kept.txt`)).toBe('by hand\n')
})

test('what a person gave away is theirs no more', async () => {
  const { made, session } = await looping()
  expect((await asks(session, 'git checkout -- changed.txt')).permission).toBe('ask')
  run(made, 'git checkout -- changed.txt')
  await does(session, made, 'echo session >> changed.txt')
  expect((await asks(session, 'git checkout -- changed.txt')).stdout).toBe('')
})

describe('in one line, what is put by and then thrown away', () => {
  test.each([
    ['git add -A && git reset -q --hard', /plan\.txt/],
    ['git stash -qu && git stash drop', /plan\.txt/],
    [
      'git checkout -qb x && git add . && git commit -qm x && git checkout -q main && git branch -D x',
      /plan/,
    ],
    ['git stash -a && git stash drop', /Not kept: \.env/],
  ])('%s', async (command, names) => {
    const { session } = await looping()
    const said = await asks(session, command)
    expect(said.permission).toBe('ask')
    expect(said.stdout).toMatch(names)
  })
})

describe('the user’s work in a commit of the session’s', () => {
  test('is asked about before the commit goes, and not where it stays', async () => {
    const { made, session } = await looping()
    await does(session, made, 'git add -A && git commit -qm wip')
    expect((await does(session, made, 'git commit -q --amend -m better')).stdout).toBe('')
    const said = await asks(session, 'git reset -q --hard HEAD~1')
    expect(said.permission).toBe('ask')
    expect(said.stdout).toContain('a commit of HEAD')
    await does(session, made, 'git branch copy')
    expect((await does(session, made, 'git reset -q --hard HEAD~1')).stdout).toBe('')
  })
})

test.each(['echo MORE=1 >> .env', 'chmod 600 .env', 'touch .env'])(
  'an ignored file of the user’s stays theirs after the session’s: %s',
  async (command) => {
    const { made, session } = await looping()
    expect((await does(session, made, command)).stdout).toBe('')
    expect((await asks(session, 'rm .env')).permission).toBe('ask')
  },
)

test.each(['git clean -fdx', 'git stash -a', 'cd . && git clean -qxfd'])(
  '%s would take the loop along, and is refused with what to do instead',
  async (command) => {
    const { made, session } = await looping()
    run(made, 'rm .env')
    run(made, 'git stash -qu; git stash clear')
    await asks(session, 'echo')
    const said = await asks(session, command)
    expect(said.permission).toBe('deny')
    expect(said.stdout).toContain('takes .wiggum/ away')
    expect((await asks(session, "git clean -fdx -e '*wiggum'")).permission).toBeNull()
  },
)

test('where nobody can say which files go, the repository comes back, too', async () => {
  const { made, session } = await looping()
  const [files, history] = [filesOf(made), historyOf(made)]
  const command = 'rm -rf $NAMES'
  await asks(session, command)
  run(made, `NAMES=".git notes changed.txt"; ${command}`)
  expect(existsSync(join(made.repo, '.git'))).toBe(false)
  const listed = JSON.parse((await made.wiggum('rescue', 'list', '--json')).stdout)
  const back = await made.wiggum('rescue', 'restore', listed.at(-1).ref)
  expect(back.code, back.stdout + back.stderr).toBe(0)
  expect(filesOf(made)).toEqual(expect.objectContaining(files))
  expect(historyOf(made)).toEqual(history)
})

test('ignored files are asked about: they are in no snapshot', async () => {
  const { session } = await looping()
  const said = await asks(session, 'rm .env')
  expect(said.permission).toBe('ask')
  expect(said.stdout).toContain('Not kept: .env')
})

describe('a host that cannot ask', () => {
  const codex = { turn_id: 't1' }
  test('passes where all of it comes back, and is refused where not, with what the person may type', async () => {
    const { session } = await looping()
    expect((await asks(session, 'git reset --hard', codex)).stdout).toBe('')
    expect((await asks(session, 'rm -rf .git', codex)).stdout).toBe('')
    const said = await asks(session, 'rm .env', codex)
    expect(said.permission).toBe('deny')
    expect(said.stdout).toContain('the user types it themselves: rm .env')
    const patch = '*** Begin Patch\n*** Delete File: changed.txt\n*** End Patch\n'
    expect((await uses(session, 'apply_patch', { command: patch }, codex)).stdout).toBe('')
  })
})

describe('a file tool', () => {
  test('may change a file of the user’s, and asks before it replaces what they wrote', async () => {
    const { made, session } = await looping()
    const path = join(made.repo, 'notes/deep/plan.txt')
    expect((await uses(session, 'Write', { file_path: path, content: 'untracked\nand more\n' })).stdout).toBe(
      '',
    )
    expect((await uses(session, 'Write', { file_path: path, content: 'something else\n' })).permission).toBe(
      'ask',
    )
    const fresh = join(made.repo, 'fresh.txt')
    expect((await uses(session, 'Write', { file_path: fresh, content: 'x' })).stdout).toBe('')
  })
})

test.each([
  ['live: { protect: false }\n', null],
  ['gates: { git-force: allow }\n', null],
  ['gates: { git-force: deny }\n', 'deny'],
])('%j', { tags: ['deep'] }, async (config, permission) => {
  const { session } = await looping(config)
  expect((await asks(session, 'git reset --hard')).permission).toBe(permission)
})

test('the user’s index, stash, branches and settings are as they were; nothing is left locked', async () => {
  const { made, session } = await looping()
  const read = () => [
    readFileSync(join(made.repo, '.git/index'), 'latin1'),
    readFileSync(join(made.repo, '.git/config'), 'utf8'),
    historyOf(made),
  ]
  const stood = read()
  for (const { command } of SEVEN) await asks(session, command)
  expect(read()).toEqual(stood)
  const locks = readdirSync(join(made.repo, '.git'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.lock'),
  )
  expect(locks).toEqual([])
})

async function shown(made: LiveWorld, ...args: string[]) {
  const said = await made.wiggum('rescue', ...args)
  return { code: said.code, text: said.stdout + said.stderr }
}

test('rescue lists, shows, restores single files, keeps what stands there first, and says what is wrong in a sentence', async () => {
  const { made, session } = await looping()
  expect((await asks(session, 'rm -r notes')).permission).toBe('ask')
  const name = latest(made).replace('refs/wiggum/rescue/', '')
  expect((await shown(made, 'list')).text).toContain(name)
  run(made, 'rm -r notes; echo later > changed.txt')
  expect((await shown(made, 'show', name)).text).toMatch(
    /missing now: notes\/run\.sh[\s\S]*different now: changed\.txt/,
  )
  expect((await shown(made, 'restore', name, 'notes')).text).toContain('notes/run.sh')
  expect(readFileSync(join(made.repo, 'changed.txt'), 'utf8')).toBe('later\n')
  expect((await shown(made, 'restore', name)).text).toContain('What stood here until now is on')
  expect(readFileSync(join(made.repo, 'changed.txt'), 'utf8')).toContain('changed by the user')
  expect(made.git('show', `${latest(made)}:changed.txt`)).toBe('later\n')
  expect((await shown(made, 'restore', name)).text).toContain('Nothing of it was missing')
  const listed = JSON.parse((await made.wiggum('rescue', 'list', '--json')).stdout)
  expect(listed[0]).toMatchObject({ ref: expect.stringContaining('/1'), why: 'before: the loop began' })
  for (const args of [
    ['restore', 'nope'],
    ['restore'],
    ['show', '../../etc'],
    ['fly'],
    ['restore', name, 'no/such/file'],
  ]) {
    const said = await shown(made, ...args)
    expect(said.code, args.join(' ')).toBe(2)
    expect(said.text.trim().split('\n').length, said.text).toBeLessThanOrEqual(2)
  }
})

test('nothing is written through a link that leads out of the folder', async () => {
  const { made, session } = await looping()
  await asks(session, 'rm -r notes')
  const name = latest(made).replace('refs/wiggum/rescue/', '')
  run(made, 'rm -r notes && mkdir ../elsewhere && ln -s ../elsewhere notes')
  const said = await shown(made, 'restore', name)
  expect(said.code).toBe(3)
  expect(said.text).toContain('a folder on the way is a link')
  expect(readdirSync(join(made.repo, '../elsewhere'))).toEqual([])
})

function quiet(session: Session, command: string) {
  return asks(session, command).then(({ stdout }) => stdout)
}

test('commands that lose nothing cost no snapshot', async () => {
  const { made, session } = await looping()
  const refs = () => made.git('for-each-ref', 'refs/wiggum')
  const stood = refs()
  for (const command of [
    'ls -la',
    'npm test',
    'git status',
    'git commit -qam x',
    'echo hi > brand-new.txt',
    'rm -rf node_modules',
    'rm kept.txt',
    'git checkout side',
    'grep -r "rm -rf" .',
    'echo "git reset --hard"',
  ])
    expect(await quiet(session, command), command).toBe('')
  expect(refs()).toBe(stood)
})

describe('files that are gone without a command that anybody saw', () => {
  test('are asked about at the end; a no puts them back, and the ending names what was kept', async () => {
    const { made, session } = await looping('live: { review: off }\n')
    run(made, 'rm -r notes crlf.txt; rm kept.txt; echo good > work.txt')
    const asked = await session.stop('Done.')
    expect(asked.told).toContain('that the plan does not name')
    const ended = await session.prompt('no')
    expect(ended.block).toContain('put back: ')
    expect(ended.block).toMatch(/Kept from before: refs\/wiggum\/rescue\/.*\/1/)
    expect(readFileSync(join(made.repo, 'crlf.txt'), 'utf8')).toBe('one\r\ntwo\r\nthree\r\n')
    expect(readFileSync(join(made.repo, 'notes/run.sh'), 'utf8')).toBe('#!/bin/sh\n')
    expect(readFileSync(join(made.repo, 'kept.txt'), 'utf8')).toBe('committed\n')
  })
})
