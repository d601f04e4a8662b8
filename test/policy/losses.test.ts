import { expect, test } from 'vitest'
import { goesOn, lossesOf } from '../../src/policy/losses/index.ts'

const ROOT = '/work/project'

/** In short: what goes, and by what. */
function seen(command: string, aliases = new Map<string, string>()): string[] {
  return lossesOf(command, ROOT, aliases).map((loss) => {
    if (loss.kind === 'unknown') return loss.how === 'remove' ? 'unknown' : 'unknown overwrite'
    if (loss.kind === 'files')
      return `${loss.how} ${loss.paths.join(' ')}${loss.names.length > 0 ? ` named ${loss.names.join(' ')}` : ''}`
    switch (loss.part) {
      case 'changes':
        return `changes ${loss.paths?.join(' ') ?? 'all'}${loss.from ? ` from ${loss.from}` : ''}`
      case 'refs':
        return `refs ${loss.refs.join(' ')} to ${loss.to}`
      case 'stash':
        return `stash ${loss.entry ?? 'all'}`
      case 'worktree':
        return `worktree ${loss.path}`
      default:
        return loss.part
    }
  })
}

test.each([
  ['git reset --hard', ['changes all']],
  ['git reset --hard HEAD~2', ['changes all from HEAD~2', 'refs HEAD to HEAD~2']],
  ['git reset HEAD~1', ['refs HEAD to HEAD~1']],
  ['git -C sub reset --hard', ['changes all']],
  ['git --no-pager -c core.x=1 reset --hard -q', ['changes all']],
  ['sudo git reset --hard', ['changes all']],
  ['cd src && git checkout -- f', ['changes f']],
  ['git checkout .', ['changes .']],
  ['git checkout HEAD -- a b', ['changes a b from HEAD']],
  ['git checkout --force main', ['changes all from main', 'changes main']],
  ['git checkout -B main side', ['refs refs/heads/main to side']],
  ['git restore src', ['changes src']],
  ['git restore --source=HEAD~1 -SW .', ['changes . from HEAD~1']],
  ['git switch -f side', ['changes all from side']],
  ['git switch -C main side', ['refs refs/heads/main to side']],
  ['git stash drop', ['stash 0']],
  ['git stash drop stash@{2}', ['stash stash@{2}']],
  ['git stash clear', ['stash all']],
  ['git clean -fdx', ['untracked']],
  ['git branch -D a b', ['refs refs/heads/a refs/heads/b to null']],
  ['git branch --delete --force a', ['refs refs/heads/a to null']],
  ['git branch -f a main', ['refs refs/heads/a to main']],
  ['git branch -M a b', ['refs refs/heads/b to a']],
  ['git tag -d v1', ['refs refs/tags/v1 to null']],
  ['git update-ref -d refs/heads/a', ['refs refs/heads/a to null']],
  ['git commit --amend --no-edit', ['refs HEAD to HEAD^']],
  ['git rebase -i main', ['refs HEAD to main']],
  ['git rebase --abort', ['changes all']],
  ['git worktree remove --force ../other', ['worktree ../other']],
  ['git gc --prune=now', ['unreachable']],
  ['git reflog expire --expire=now --all', ['unreachable', 'stash all']],
  ['git filter-branch --tree-filter x', ['history']],
  ['git rm -f a', ['changes a']],
  ['git ls-files -m | xargs git checkout --', ['changes /work/project']],
  ['rm -rf .git', ['remove /work/project/.git']],
  ['rm -- -x', ['remove /work/project/-x']],
  ['rm *.txt', ['remove /work/project/*.txt']],
  [`rm -rf "$DIR"`, ['unknown']],
  [`rm -rf "build/$X/y"`, ['remove /work/project/build/*/y']],
  ['unlink a', ['remove /work/project/a']],
  ['npx rimraf out', ['remove /work/project/out']],
  ['find . -name "*.tmp" -delete', ['remove /work/project named *.tmp']],
  ['find src -exec rm -rf {} +', ['remove /work/project/src']],
  ['echo a b | xargs rm', ['remove /work/project/a /work/project/b']],
  ['> a', ['overwrite /work/project/a']],
  ['echo x >| a', ['overwrite /work/project/a']],
  ['cat <<END > a\nx\nEND', ['overwrite /work/project/a']],
  ['sort a | tee b', ['overwrite /work/project/b']],
  ['truncate -s 0 a', ['overwrite /work/project/a']],
  ['dd if=/dev/zero of=a', ['overwrite /work/project/a']],
  ['mv a b', ['overwrite /work/project/b /work/project/b/a']],
  ['cp -t dir a', ['overwrite /work/project/dir/a']],
  ['rsync -a --delete a/ b/', ['remove /work/project/b']],
  [`python3 -c "import os; os.unlink('a.txt')"`, ['remove /work/project/a.txt']],
  [`python3 - <<'END'\nimport shutil\nshutil.rmtree("out")\nEND`, ['remove /work/project/out']],
  [`node -e 'fs.writeFileSync("a", "")'`, ['overwrite /work/project/a']],
  [`node -e "require('child_process').execSync('git reset --hard')"`, ['changes all']],
  [`python3 -c "import subprocess; subprocess.run(['git', 'clean', '-fd'])"`, ['untracked']],
  ['coproc git reset --hard', ['changes all']],
  ['function f { git reset --hard; }; f', ['changes all']],
  ['trap "git stash clear" EXIT', ['stash all']],
  [`bash -c "git clean -fd"`, ['untracked']],
  ['eval "git stash drop"', ['stash 0']],
  ['echo "$(git stash drop)"', ['stash 0']],
  ['git -c alias.x="!rm -rf out" x', ['remove /work/project/out']],
  ['ls | xargs -I{} sh -c "rm -rf {}"', ['remove /work/project']],
  [`find src -name '*.c' -exec sh -c 'rm "$1"' _ {} ';'`, ['remove /work/project/src named *.c']],
  ['find . -type f -exec truncate -s0 {} +', ['remove /work/project']],
  ['git ls-files | xargs truncate -s 0', ['remove /work/project']],
  [`find . -exec sh -c ': > {}' ';'`, ['remove /work/project']],
  ['CMD="git reset --hard"; $CMD', ['changes all']],
  ['GIT=/usr/bin/git; $GIT clean -fd', ['untracked']],
  ['FILES="a b"; rm $FILES', ['remove /work/project/a b /work/project/a /work/project/b']],
  ['for f in $FILES; do rm "$f"; done', ['unknown']],
  ['FILES="a b"; for f in $FILES; do rm "$f"; done', ['remove /work/project/a', 'remove /work/project/b']],
  ['f() { rm -rf "$@"; }; f a b', ['remove /work/project/a b /work/project/a /work/project/b']],
  [`rm -rf "$\{PWD:?}"/*`, ['remove /work/project/*']],
  ['cat <<END | sh\nrm -rf out\nEND', ['remove /work/project/out']],
  ['source <(echo git stash clear)', ['stash all']],
  ['ls -A | while read -r f; do rm -rf "$f"; done', ['unknown', 'remove /work/project']],
  ['while read f; do rm "$f"; done < <(find out -name "*.o")', ['remove /work/project/out named *.o']],
  ['mapfile -t a < <(git ls-files -o); rm $a', ['remove /work/project']],
  ['rm -rf !(kept)', ['remove /work/project/*']],
  ['rm $(git ls-files -o)', ['remove /work/project']],
  ['rm -rf `ls -A`', ['remove /work/project']],
  ['rm $(find out -name "*.o")', ['remove /work/project/out named *.o']],
  ['rm -rf "$(git rev-parse --show-toplevel)/out"', ['remove /**/out']],
  [`python3 -c "import shutil, os; shutil.rmtree(os.getcwd())"`, ['remove /work/project']],
  [`perl -e'unlink "a"'`, ['remove /work/project/a']],
  [`python3 -c'import os; os.remove("a")'`, ['remove /work/project/a']],
  [`node --eval="fs.rmSync('a')"`, ['remove /work/project/a']],
  [`awk 'BEGIN { system("rm -rf out") }'`, ['remove /work/project/out']],
  [`awk '{ print > "a" }' b`, ['overwrite /work/project/a']],
  ['git diff | git apply -R', ['unknown overwrite']],
  ['tar xzf old.tgz', ['unknown overwrite']],
  ['cp -a backup/. .', ['unknown overwrite']],
  ['git add -A && git reset --hard', ['changes all', 'untracked']],
  ['git stash -u; git stash drop', ['stash 0', 'changes all', 'untracked']],
  ['git rm -rq --cached . && git clean -fd', ['untracked', 'changes all']],
  ['git commit -qam x && git reset --hard HEAD~1', ['changes all', 'refs HEAD to HEAD~1']],
  ['git add . && git commit -qm x && git checkout -q - && git branch -D x', ['changes all', 'untracked']],
])('%s throws away %j', (command, expected) => {
  expect(seen(command)).toEqual(expect.arrayContaining(expected))
})

test.each([
  'git status',
  'git stash',
  'git stash pop',
  'git checkout -b new',
  'git branch -d merged',
  'git restore --staged a',
  'git clean -n',
  'git clean --dry-run -x',
  'git commit -m "git reset --hard"',
  'git log --grep "rm -rf"',
  'git push',
  'git rebase --continue',
  'echo "rm -rf x"',
  "printf '%s' 'git reset --hard'",
  'cat rm',
  'echo x >> a',
  'echo x > /dev/null',
  'npm test 2>&1 | tee -a log',
  'tee -a log',
  'cp -n a b',
  'grep -rn "git clean -fd" .',
  `node -e "console.log(1)"`,
  'sed -i s/a/b/ file',
  'mkdir x',
  'git add a && git commit -m x && git push',
  'git stash && npm test && git stash pop',
  'tar czf a.tgz src',
  'tar tf a.tgz',
  'unzip -l a.zip',
  'git apply --check a.patch',
  `awk '{ print $1 }' a`,
  `awk '$1 > 2 { print }' a`,
  `perl -ne'print if /x/' a`,
  'find . -name x | xargs sh -c "grep y"',
  'echo $(git ls-files -o)',
  '',
  "'",
])('%j throws nothing away', (command) => {
  expect(seen(command)).toEqual([])
})

test('an alias of the user’s is what it stands for', () => {
  const aliases = new Map([
    ['nuke', 'reset --hard'],
    ['wipe', '!f() { git clean -fd; rm -rf "$1"; }; f'],
    ['loop', 'loop'],
  ])
  expect(seen('git nuke', aliases)).toEqual(['changes all'])
  expect(seen('git wipe out', aliases)).toEqual(
    expect.arrayContaining(['untracked', 'remove /work/project/out']),
  )
  expect(seen('git loop', aliases)).toEqual([])
})

test.each([
  ['npm run dev &', true],
  ['nohup make &', true],
  ['(sleep 1; echo x) &', true],
  ['coproc server', true],
  ['npm test', false],
  ['a && b', false],
])('%s goes on: %j', (command, expected) => {
  expect(goesOn(command)).toBe(expected)
})
