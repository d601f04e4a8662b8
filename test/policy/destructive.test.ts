import { expect, test } from 'vitest'
import { operationsOf } from '../../src/policy/destructive/index.ts'
import { isAllowed, type Place } from '../../src/policy/destructive/operation.ts'

const place: Place = { workspace: '/work/run/maker', own: [] }
const boxed: Place = { ...place, own: ['/tmp', '/var/tmp'] }

const seen = (command: string, where = place) =>
  operationsOf({ command, deletes: [] }, where).map(({ kind, what }) => `${kind}: ${what}`)

test.each([
  // Files
  ['rm -rf ../outside', 'delete: /work/run/outside'],
  ['rm -rf /', 'delete: /'],
  ['rm -rf ~/projects', 'delete: ~/projects'],
  ['rm -rf "$HOME/.cache/x"', 'delete: ~/.cache/x'],
  [`rm -rf \${HOME}`, 'delete: ~'],
  ['rm -rf "../with a space"', 'delete: /work/run/with a space'],
  ['rm -- -x /etc/hosts', 'delete: /etc/hosts'],
  ['/bin/rm -f /etc/passwd', 'delete: /etc/passwd'],
  ['rm -rf dist/../../other', 'delete: /work/run/other'],
  ['rm -rf /work/run/maker-2', 'delete: /work/run/maker-2'],
  ['sudo rm -rf /var/lib/x', 'delete: /var/lib/x'],
  ['sudo -u root rm /var/lib/x', 'delete: /var/lib/x'],
  ['env A=1 B=2 rm /etc/x', 'delete: /etc/x'],
  ['nice -n 10 rm /etc/x', 'delete: /etc/x'],
  ['timeout -s KILL 5 rm /etc/x', 'delete: /etc/x'],
  ["sh -c 'rm -rf ../x'", 'delete: /work/run/x'],
  [`bash -lc "cd .. && rm -rf x"`, 'delete: /work/run/x'],
  [`npm test && sh -c 'rm -rf ../x'`, 'delete: /work/run/x'],
  ["eval 'rm -rf ../x'", 'delete: /work/run/x'],
  ['npm test; rm -rf ../x', 'delete: /work/run/x'],
  ['npm test || rm -rf ../x', 'delete: /work/run/x'],
  ['cd .. && rm -rf other', 'delete: /work/run/other'],
  ['cd /srv; rm -rf data', 'delete: /srv/data'],
  ['cd && rm -rf x', 'delete: ~/x'],
  ['echo $(rm -rf ../x)', 'delete: /work/run/x'],
  ['echo "done: `rm -rf ../x`"', 'delete: /work/run/x'],
  ['D=/srv/data; rm -rf "$D/old"', 'delete: /srv/data/old'],
  [`export D=/srv && rm -rf \${D}`, 'delete: /srv'],
  ['echo "rm -rf ../x" | sh', 'delete: /work/run/x'],
  ['bash <<EOF\nrm -rf ../x\nEOF', 'delete: /work/run/x'],
  ['find /srv -name "*.log" -delete', 'delete: find /srv -name *.log -delete'],
  ['find .. -name x -exec rm {} \\;', 'delete: find .. -name x -exec rm {} ";"'],
  ['find / -name x | xargs rm -f', 'delete: find / -name x | xargs rm -f'],
  ['ls /srv | xargs -n 1 sudo rm', 'delete: ls /srv | xargs -n 1 sudo rm'],
  ['find / -name x | grep -v keep | xargs -i rm {}', 'delete'],
  ['find /srv -name x | sort | head -n 3 | xargs --max-args 1 rm', 'delete'],
  ['ls -t /srv/*.log | tail -n +4 | xargs -d "\\n" rm', 'delete'],
  ['cd /srv && ls | xargs rm', 'delete: ls | xargs rm (in /srv)'],
  ['cd /srv && cat list.txt | xargs rm', 'delete'],
  ['git -C ../other ls-files | xargs rm', 'delete'],
  ['fd -e log . /srv | xargs rm', 'delete'],
  ['fd --search-path /srv -x rm', 'delete'],
  ['echo "dist /srv/x" | tr " " "\\n" | xargs rm', 'delete'],
  ["printf '%s\\n' dist /srv/x | xargs rm", 'delete'],
  ['grep -rl old /srv | xargs rm', 'delete'],
  ['rg -l -e old /srv | xargs rm', 'delete'],
  ['rmdir ../x', 'delete: /work/run/x'],
  ['unlink /etc/x', 'delete: /etc/x'],
  ['shred -u ../secret', 'delete: /work/run/secret'],
  ['npx rimraf ../x', 'delete: /work/run/x'],
  ['mv ../x ./x', 'delete: /work/run/x'],
  ['mv -t here ../x', 'delete: /work/run/x'],
  ['rsync -a --delete src/ /srv/site/', 'delete: rsync -a --delete src/ /srv/site/'],
  ['rm -rf /tmp/x', 'delete: /tmp/x'],
  ['docker volume rm pgdata', 'delete: docker volume rm pgdata'],
  ['dd if=/dev/zero of=/dev/sda', 'delete: dd if=/dev/zero of=/dev/sda'],
  // Git
  ['git push --force', 'git-force: git push --force'],
  ['git push -f origin main', 'git-force: git push -f origin main'],
  ['git push --force-with-lease', 'git-force: git push --force-with-lease'],
  ['git push --force-with-lease=main:abc origin', 'git-force: git push --force-with-lease=main:abc origin'],
  ['git push origin +main', 'git-force: git push origin +main'],
  ['git push origin :old', 'git-force: git push origin :old'],
  ['git push origin --delete old', 'git-force: git push origin --delete old'],
  ['git push --mirror', 'git-force: git push --mirror'],
  ['git -c user.name=x push -uf origin main', 'git-force: git -c user.name=x push -uf origin main'],
  ['git -C ../other reset --hard', 'git-force: git -C ../other reset --hard'],
  ['git --git-dir=/srv/x/.git branch -D y', 'git-force: git --git-dir=/srv/x/.git branch -D y'],
  ['cd ../other && git clean -fdx', 'git-force: git clean -fdx (in /work/run/other)'],
  // Databases
  ['psql -c "DROP TABLE users"', 'database: psql -c "DROP TABLE users"'],
  ['psql --command="delete from x"', 'database: psql "--command=delete from x"'],
  ['sudo -u postgres psql -c "truncate x"', 'database: psql -c "truncate x"'],
  ['psql app -f schema.sql', 'database: psql app -f schema.sql'],
  ['psql app < dump.sql', 'database: psql app'],
  ['pg_dump a | psql b', 'database: psql b'],
  ['echo "DELETE FROM x" | psql', 'database: psql'],
  ['psql <<EOF\nselect 1;\nupdate x set y = 1;\nEOF', 'database: psql'],
  ['mysql -e "insert into x values (1)"', 'database: mysql -e "insert into x values (1)"'],
  ['psql -c "with d as (delete from x returning *) select * from d"', 'database'],
  ['sqlite3 /var/lib/app.db "update x set y = 1"', 'database'],
  ['mongosh --eval "db.users.drop()"', 'database'],
  ['redis-cli -h cache flushall', 'database: redis-cli -h cache flushall'],
  ['redis-cli -n 2 SET a b', 'database: redis-cli -n 2 SET a b'],
  ['docker exec -it db psql -U app -c "drop table x"', 'database'],
  ['psql -tAc "delete from users"', 'database: psql -tAc "delete from users"'],
  ['psql -c"drop table x"', 'database: psql "-cdrop table x"'],
  ['psql -qXd app -1f schema.sql', 'database'],
  ['mysql -e"drop table x"', 'database: mysql "-edrop table x"'],
  ['mysql -u root -p -Ne "drop table x"', 'database'],
  ['psql -c "select * into backup from users"', 'database'],
  [`psql -c "select \\"it's\\"; delete from x where a = 'b'"`, 'database'],
  [`psql -c "copy users from '/x.csv'"`, 'database'],
  ['docker exec cache redis-cli flushall', 'database: docker exec cache redis-cli flushall'],
  ['docker exec -u redis redis-cli redis-cli -n 2 del a', 'database'],
  ['docker exec app sqlite3 app.db "delete from users"', 'database'],
  ['docker compose -f dev.yml exec -T db dropdb -U app app', 'database'],
  ['docker compose exec db psql -tAc "delete from users"', 'database'],
  ['docker compose run --rm -e A=1 web bundle exec rails db:drop', 'database'],
  ['docker-compose exec web python manage.py flush', 'database'],
  ['docker exec -i db mysql -uroot -psecret app < dump.sql', 'database'],
  [`docker exec db sh -c 'psql -c "drop table x"'`, 'database'],
  ['kubectl -n prod exec -it db-0 -c main -- redis-cli set a b', 'database'],
  ['kubectl exec deploy/web -- npx prisma migrate deploy', 'database'],
  ['npx prisma migrate reset --force', 'database: prisma migrate reset --force'],
  ['npx prisma migrate deploy', 'database: prisma migrate deploy'],
  ['bundle exec rails db:drop', 'database: rails db:drop'],
  ['bin/rails db:migrate', 'database: rails db:migrate'],
  ['RAILS_ENV=production rake db:reset', 'database: rake db:reset'],
  ['python manage.py flush --no-input', 'database: python manage.py flush --no-input'],
  ['php artisan migrate:fresh', 'database: php artisan migrate:fresh'],
  ['alembic upgrade head', 'database: alembic upgrade head'],
  ['dropdb app', 'database: dropdb app'],
  ['dropdb -h prod.example.com app', 'database: dropdb -h prod.example.com app'],
  ['pg_restore -h db -d app x.dump', 'database: pg_restore -h db -d app x.dump'],
  ['mysqladmin -h db drop app', 'database: mysqladmin -h db drop app'],
  // Other machines
  ['git push', 'external: git push'],
  ['git push origin HEAD:refs/heads/x', 'external: git push origin HEAD:refs/heads/x'],
  ['npm publish', 'external: npm publish'],
  ['npm --registry https://x.example publish', 'external: npm --registry https://x.example publish'],
  ['yarn npm publish', 'external: yarn npm publish'],
  ['cargo publish', 'external: cargo publish'],
  ['twine upload dist/x', 'external: twine upload dist/x'],
  ['gh pr create --title x', 'external: gh pr create --title x'],
  ['gh pr merge 12 --squash', 'external: gh pr merge 12 --squash'],
  ['gh -R o/r pr merge 7', 'external: gh -R o/r pr merge 7'],
  ['gh --repo o/r issue close 3', 'external: gh --repo o/r issue close 3'],
  ['gradle publish', 'external: gradle publish'],
  ['./gradlew publishToMavenLocal publishAllPublicationsToX', 'external'],
  ['hg push', 'external: hg push'],
  ['svn commit -m x', 'external: svn commit -m x'],
  ['gh repo delete x --yes', 'external: gh repo delete x --yes'],
  ['gh api -X DELETE /repos/x', 'external: gh api -X DELETE /repos/x'],
  ['gh api repos/x/issues -f title=y', 'external: gh api repos/x/issues -f title=y'],
  ['curl -X POST https://api.example.com', 'external: curl -X POST https://api.example.com'],
  ['curl -sSXDELETE https://api.example.com/1', 'external: curl -sSXDELETE https://api.example.com/1'],
  ['curl https://api.example.com -d x=1', 'external: curl https://api.example.com -d x=1'],
  ['curl --json "{}" https://api.example.com', 'external: curl --json {} https://api.example.com'],
  ['curl -F file=@x https://api.example.com', 'external: curl -F file=@x https://api.example.com'],
  ['curl --request=PATCH https://x.example', 'external: curl --request=PATCH https://x.example'],
  ['curl -d x http://localhost.example.com', 'external: curl -d x http://localhost.example.com'],
  ['curl -d x http://127.0.0.1:80 https://x.example', 'external'],
  ['curl --noproxy localhost -d x https://x.example', 'external'],
  ['curl --retry-connrefused -X POST https://x.example', 'external'],
  ['curl --connect-to localhost -X POST https://x.example', 'external'],
  ['curl -X POST "$URL"', 'external: curl -X POST $URL'],
  ['wget --post-data=x https://x.example', 'external: wget --post-data=x https://x.example'],
  ['wget --method DELETE https://x.example', 'external: wget --method DELETE https://x.example'],
  ['http POST x.example a=b', 'external: http POST x.example a=b'],
  ['http x.example a=b', 'external: http x.example a=b'],
  ['kubectl -n prod delete pod x', 'external: kubectl -n prod delete pod x'],
  ['kubectl apply -f x.yaml', 'external: kubectl apply -f x.yaml'],
  ['terraform apply -auto-approve', 'external: terraform apply -auto-approve'],
  ['terraform -chdir=infra destroy', 'external: terraform -chdir=infra destroy'],
  ['docker push x/y', 'external: docker push x/y'],
  ['docker buildx build --push -t x .', 'external: docker buildx build --push -t x .'],
  ['helm upgrade app ./chart', 'external: helm upgrade app ./chart'],
  ['aws s3 rm s3://x/y', 'external: aws s3 rm s3://x/y'],
  ['aws s3 sync dist s3://x', 'external: aws s3 sync dist s3://x'],
  ['aws ec2 terminate-instances --instance-ids i', 'external'],
  ['gcloud run deploy app', 'external: gcloud run deploy app'],
  ['ssh host "systemctl restart x"', 'external: ssh host "systemctl restart x"'],
  ['scp x host:/srv', 'external: scp x host:/srv'],
  ['rsync -a dist/ me@host:/srv', 'external: rsync -a dist/ me@host:/srv'],
])('%s is asked about', (command, expected) => {
  expect(seen(command).map((each) => (expected.includes(': ') ? each : each.split(': ')[0]))).toContain(
    expected,
  )
})

test.each([
  // Inside
  'rm -rf node_modules',
  'rm -rf ./dist build/*.o',
  'rm -rf /work/run/maker/dist',
  'rm -rf "$PWD/dist"',
  'rm -rf "$(pwd)/dist"',
  'rm -rf .git',
  'cd src && rm -rf ../dist',
  '(cd ../other && npm test); rm -rf dist',
  'find . -name "*.pyc" -delete',
  'find src -name "*.tmp" | xargs rm -f',
  'git ls-files -z | xargs -0 rm',
  'find . -name x | xargs -I % rm %',
  "git status --porcelain | awk '/^\\?\\?/ {print $2}' | xargs rm -rf",
  "git ls-files -d | grep -v '/keep/' | xargs -r rm",
  "find . -name '*.orig' | sed 's#^./##' | grep '/x' | sort -u | xargs rm",
  "find src -type d | sed '/node_modules/d' | xargs rmdir",
  'ls dist | cut -d / -f 1 | tr / _ | uniq | xargs rm',
  'cat /tmp/list.txt | xargs rm',
  'xargs -a /tmp/list.txt rm',
  'xargs rm < /tmp/list.txt',
  "grep -rl '/api/' src | xargs rm",
  "grep -e '/api/' -l -r src | xargs rm",
  "grep -rn '/api/' /etc | cut -d: -f1 | xargs echo",
  'fd -e pyc /cache/ | xargs rm',
  'fd -t f /x/ src -x rm',
  "ls -I '/x' dist | xargs rm",
  'git -C src ls-files | xargs rm',
  'mv a b',
  'mv a /srv/b',
  'rsync -a --delete src/ dist/',
  'git rm -r old',
  'git clean -fdx',
  'git reset --hard HEAD~1',
  'git branch -D old',
  'git commit --amend --no-edit',
  'npx rimraf dist',
  // Not known
  'rm -rf "$TMP"',
  'D=$(mktemp -d); touch $D/x; rm -rf "$D"',
  'cd "$DIR" && rm -rf build',
  // Words about it
  'grep -rn "rm -rf" src',
  "grep 'git push --force' -r .",
  "echo 'DROP TABLE users'",
  'echo "rm -rf /" > notes.txt',
  'git commit -m "git push --force"',
  `git commit -m 'never run $(rm -rf /)'`,
  'git commit -m "Drop \\`rm -rf /x\\` from the script"',
  "cat > README.md <<'EOF'\nDo not `rm -rf /` or git push --force.\nEOF",
  "cat > drop.sql <<'EOF'\nDROP TABLE users;\nEOF",
  'man rm',
  'which rm',
  'ls /',
  'cat /etc/passwd',
  'ls -la # rm -rf /',
  // Looking
  'git push --dry-run --force',
  'git pull',
  'git fetch origin +main:main',
  'git -C ../other log',
  'git stash drop',
  'git config push.default simple',
  'psql -c "select * from users"',
  `psql -c "select 'drop table x'"`,
  'psql -c "select 1 -- delete from x"',
  'psql -l',
  'psql <<EOF\nselect 1;\nEOF',
  'echo "select 1" | psql',
  'sqlite3 dev.db "delete from x"',
  'sqlite3 :memory: "create table x(y)"',
  'sqlite3 /var/lib/app.db "select 1"',
  'mongosh --eval "db.users.find()"',
  'redis-cli get a',
  'redis-cli config get maxmemory',
  'pg_dump app > dump.sql',
  'npx prisma migrate status',
  'npx prisma generate',
  'rails db:migrate:status',
  'rails generate migration AddX',
  'python manage.py makemigrations',
  'python manage.py migrate',
  'docker exec db psql -c "select 1"',
  'dropdb -h',
  'dropdb --help',
  'npx prisma migrate reset -h',
  'psql -tAc "select 1"',
  'psql -c"select 1"',
  'psql -Ufcd -c "select 1"',
  'mysql -uroot -pe -e"select 1"',
  'psql -c "select 1 into @x"',
  `psql -c 'select "into" from x'`,
  'psql -c "select a from into_table"',
  'psql -c "copy  (select a from x) to stdout"',
  'psql -c "-- what doesn\'t change\nselect 1"',
  'docker exec cache redis-cli get a',
  'docker exec app sqlite3 /srv/app.db "select 1"',
  'docker exec app sqlite3 :memory: "create table x(y)"',
  'docker exec dropdb ls',
  'docker exec app grep -r dropdb app',
  'docker compose run --rm web npm test',
  'docker compose exec web rm -rf /tmp/cache',
  'docker run --rm postgres',
  'curl https://api.example.com',
  'curl -sS -o out.json https://api.example.com/x',
  'curl -H "X-Method: POST" https://api.example.com',
  'curl -I https://x.example',
  'curl -G -d q=x https://api.example.com',
  'curl -s http://127.0.0.1:3000 -d x',
  'curl -X DELETE http://localhost:8080/items/1',
  'curl -X POST localhost:3000/x',
  'B=http://localhost:3000; curl -X POST "$B/x"',
  'curl -X POST http://[::1]:3000/',
  "curl --noproxy '*' -X POST http://127.0.0.1:3000/login -d a=b",
  'curl --max-redirs 0 -d a=b http://localhost:3000',
  'curl --stderr err.txt --trace-ascii t.txt --proto =http --proxy-user a:b -d x http://localhost:3000',
  'curl --retry 5 --retry-connrefused -d x http://localhost:3000',
  'curl --proxy-insecure -d x http://localhost:3000',
  'curl -Gd q=x https://api.example.com',
  'wget -qO - --post-data a=b http://localhost:3000',
  'wget https://x.example/a.tgz',
  'http :3000/x a=b',
  'http GET x.example',
  'npm run publish-check',
  'npm publish --dry-run',
  'npm view publish',
  'npm test',
  'gh pr view 12',
  'gh -R o/r pr view 12',
  'gh -R create/merge pr list',
  './gradlew publishToMavenLocal',
  './gradlew publishLibPublicationToMavenLocal',
  'hg commit -m x',
  'gh pr list',
  'gh api repos/x',
  'gh api graphql -f query="query { viewer { login } }"',
  'gh auth status',
  'kubectl get pods',
  'kubectl logs run',
  'kubectl apply --dry-run=client -f x.yaml',
  'terraform plan',
  'docker build -t x .',
  'docker run --rm x npm test',
  'helm template app ./chart',
  'aws s3 cp s3://x/y .',
  'aws ec2 describe-instances',
  'ssh -T git@github.com',
  'scp host:/srv/x .',
  '',
  ';;; && |',
])('%s asks nothing', (command) => {
  expect(seen(command)).toEqual([])
})

test('a private folder for temporary files is the call’s own, the shared one is not', () => {
  expect(seen('rm -rf /tmp/x', boxed)).toEqual([])
  expect(seen('rm -rf /tmpx', boxed)).toEqual(['delete: /tmpx'])
})

test('a tool that deletes by its paths is judged by them', () => {
  const deletes = ['src/a.js', '/work/run/maker/b', '../c', 'file:///etc/d', '~/e']
  expect(operationsOf({ command: null, deletes }, place).map(({ what }) => what)).toEqual([
    '/work/run/c',
    '/etc/d',
    '~/e',
  ])
})

test('a line with several says all of them, each once', () => {
  expect(seen('rm ../a ../b ../a && git push -f && npm publish')).toEqual([
    'delete: /work/run/a',
    'delete: /work/run/b',
    'git-force: git push -f',
    'external: npm publish',
  ])
})

test('what is too long is cut, and stays different from another one that begins the same', () => {
  const [one, other] = ['a', 'b'].map((end) => seen(`curl -d ${'x'.repeat(400)}${end} https://x.example`)[0]!)
  expect(one!.length).toBeLessThan(340)
  expect(one).not.toBe(other)
})

test('the same words elsewhere are another operation', () => {
  expect(seen('cd ../other && npm publish')).toEqual(['external: npm publish (in /work/run/other)'])
  expect(seen('cd "$X" && npm publish')).toEqual(['external: npm publish (in another folder)'])
})

test('shells within shells are followed a few levels down, and no further', () => {
  const nested = (levels: number) =>
    Array.from({ length: levels }).reduce<string>((line) => `sh -c ${JSON.stringify(line)}`, 'rm /x')
  expect(seen(nested(3))).toEqual(['delete: /x'])
  expect(seen(nested(12))).toEqual([])
})

test('leave is given for a kind, or for one operation exactly', () => {
  const operation = { kind: 'delete', what: '/x' } as const
  const none = { kinds: [], operations: [] }
  expect(isAllowed(operation, none)).toBe(false)
  expect(isAllowed(operation, { ...none, kinds: ['delete'] })).toBe(true)
  expect(isAllowed(operation, { ...none, kinds: ['external'] })).toBe(false)
  expect(isAllowed(operation, { ...none, operations: [operation] })).toBe(true)
  expect(isAllowed(operation, { ...none, operations: [{ kind: 'delete', what: '/x/y' }] })).toBe(false)
  expect(isAllowed(operation, { ...none, operations: [{ kind: 'external', what: '/x' }] })).toBe(false)
})

test('a hostile line costs time in proportion to its length', () => {
  for (const piece of ['rm /x;', '$(', '`', "'", '"', '<<A\n', 'sh -c "', '(', 'find . -exec ', '\\']) {
    const began = performance.now()
    seen(piece.repeat(20_000))
    expect(performance.now() - began).toBeLessThan(2_000)
  }
})
