import { describe, expect, test } from 'vitest'
import { operationsOf } from '../../src/policy/destructive/index.ts'

const place = { workspace: '/work/run/maker', own: [] }
const whats = (command: string) => operationsOf({ command, deletes: [] }, place).map(({ what }) => what)

describe('a secret in a command', () => {
  test.each([
    ['curl -d x https://me:hunter22@api.example.com/v1', 'curl -d x https://[hidden]@api.example.com/v1'],
    ['curl -d x https://me:hun@ter22@api.example.com/v1', 'curl -d x https://[hidden]@api.example.com/v1'],
    [
      'curl -d x -H "Authorization: Bearer hunter22hunter" https://a.example.com',
      'curl -d x -H "Authorization: [hidden]" https://a.example.com',
    ],
    [
      'export T=hunter22hunter; curl -d x -H "Authorization: Bearer $T" https://a.example.com',
      'curl -d x -H "Authorization: [hidden]" https://a.example.com',
    ],
    [
      'export MY_KEY=hunter22; curl -d x "https://a.example.com/?k=$MY_KEY"',
      'curl -d x https://a.example.com/?k=[hidden]',
    ],
    ["MY_KEY='hunter22' && curl -d $MY_KEY https://a.example.com", 'curl -d [hidden] https://a.example.com'],
    [
      'curl -d x -H "X-Api-Key: hunter22" https://a.example.com',
      'curl -d x -H "X-Api-Key: [hidden]" https://a.example.com',
    ],
    ['curl -sSu me:hunter22 -d x https://a.example.com', 'curl -sSu [hidden] -d x https://a.example.com'],
    ['curl --user=me:hunter22 -d x https://a.example.com', 'curl --user=[hidden] -d x https://a.example.com'],
    ['curl -b sid=hunter22 -d x https://a.example.com', 'curl -b [hidden] -d x https://a.example.com'],
    [
      `curl -d '{"password":"hunter22"}' https://a.example.com`,
      'curl -d "{\\"password\\":\\"[hidden]"}" https://a.example.com',
    ],
    ['http POST a.example.com -a me:hunter22', 'http POST a.example.com -a [hidden]'],
    ['psql postgres://me:hunter22@db/x -c "drop table y"', 'psql postgres://[hidden]@db/x -c "drop table y"'],
    [
      'psql "host=db password=hunter22" -c "drop table y"',
      'psql "host=db password=[hidden]" -c "drop table y"',
    ],
    [`psql -c "alter user me with password 'hunter22'"`, `psql -c "alter user me with password '[hidden]'"`],
    [
      `mysql -e "create user me identified by 'hunter22'"`,
      `mysql -e "create user me identified by '[hidden]'"`,
    ],
    ['mysql -u root -phunter22 -e "drop table y"', 'mysql -u root -p[hidden] -e "drop table y"'],
    [`mysql '-phunter 22' -e "drop table y"`, 'mysql -p[hidden] -e "drop table y"'],
    ['mysql --password=hunter22 -e "drop table y"', 'mysql --password=[hidden] -e "drop table y"'],
    [
      'docker exec -e PGPASSWORD=hunter22 db psql -c "drop table y"',
      'docker exec -e PGPASSWORD=[hidden] db psql -c "drop table y"',
    ],
    ['redis-cli -a "hunter 22" flushall', 'redis-cli -a [hidden] flushall'],
    ['redis-cli -a hunter22 flushall', 'redis-cli -a [hidden] flushall'],
    ['mongosh -p hunter22 --eval "db.x.drop()"', 'mongosh -p [hidden] --eval "db.x.drop()"'],
    ['sqlcmd -P hunter22 -Q "drop table y"', 'sqlcmd -P [hidden] -Q "drop table y"'],
    [
      'kubectl create secret generic x --from-literal=a=hunter22',
      'kubectl create secret generic x --from-literal=a=[hidden]',
    ],
    ['gh secret set NAME --body hunter22', 'gh secret set NAME --body [hidden]'],
    ['git push https://ghp_abcdefghijklmnopqrst@github.com/o/r', 'git push https://[hidden]@github.com/o/r'],
  ])('is not told: %s', (command, expected) => {
    const [what = '', ...more] = whats(command)
    expect(what).toMatch(/ #[0-9a-f]{8}$/)
    expect(what.slice(0, -' #12345678'.length)).toBe(expected)
    expect(more.join()).not.toContain('hunter')
  })

  test.each([
    'psql -p 5433 -h db -c "drop table y"',
    'mysql -h db -P 3306 -p -e "drop table y"',
    'curl -XPUT -d x https://a.example.com/token',
    'git push origin main',
    'kubectl delete secret my-token',
    'redis-cli -h db del key',
  ])('is not seen in %s', (command) => {
    expect(whats(command)).toEqual([command])
  })

  test('a path that is deleted is told as it stands', () => {
    expect(whats('MY_KEY=/srv/data; rm -rf $MY_KEY /srv/npm_modules_cache')).toEqual([
      '/srv/data',
      '/srv/npm_modules_cache',
    ])
    expect(whats('kubectl apply --client-key=/etc/key.pem -f /etc/key.pem')).toEqual([
      'kubectl apply --client-key=/etc/key.pem -f /etc/key.pem',
    ])
  })

  test('does not stand for another one: the digest keeps them apart', () => {
    const [one, two] = ['hunter22', 'hunter23'].flatMap((word) => whats(`redis-cli -a ${word} flushall`))
    expect(one).not.toBe(two)
    expect(whats('redis-cli -a hunter22 flushall')).toEqual([one])
  })

  test('that a variable with a plain name holds, or a short one, is told as it stands', () => {
    expect(whats('NAME=hunter22; curl -d $NAME https://a.example.com')).toEqual([
      'curl -d hunter22 https://a.example.com',
    ])
    expect(whats('MY_KEY=hunte; curl -d $MY_KEY https://a.example.com')).toEqual([
      'curl -d hunte https://a.example.com',
    ])
    expect(whats('MY_KEY=hunter; curl -d $MY_KEY https://a.example.com')[0]).toContain('-d [hidden] ')
  })

  test('is hidden before the end is cut off', () => {
    const [what = ''] = whats(`curl -d ${'x'.repeat(270)} https://me:${'hunter22'.repeat(9)}@a.example.com`)
    expect(what).not.toContain('hunter')
    expect(what).toMatch(/… #[0-9a-f]{8}$|com #[0-9a-f]{8}$/)
  })
})
