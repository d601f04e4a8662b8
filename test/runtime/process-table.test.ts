import { spawn } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { createFamily, leashedEnvironment } from '../../src/runtime/family.ts'
import {
  chooseBirthmark,
  containment,
  createProcessTable,
  type ProcessEntry,
  type ProcessTable,
  parseStat,
} from '../../src/runtime/process-table.ts'
import { createPsTable, parsePs, parsePsEnvironments } from '../../src/runtime/ps-table.ts'
import { captureSync } from '../../src/runtime/supervise.ts'
import { end, until } from './fixtures/processes.ts'

const stat = (name: string, state: string, threads = 1) =>
  `42 (${name}) ${state} 7 40 39 0 -1 4194304 0 0 0 0 0 0 0 0 20 0 ${threads} 0 9876 2560000 0\n`

describe('a line of /proc/<pid>/stat', () => {
  it('is read whatever the program calls itself', () => {
    for (const name of ['sleep', 'a b', ') S 1 1 1', '((', 'x\ny']) {
      expect(parseStat(42, stat(name, 'S'))).toEqual({ pid: 42, ppid: 7, group: 40, start: 9876 })
    }
  })

  it('of a dead process is no process', () => {
    expect(parseStat(42, stat('x', 'Z'))).toBeNull()
    expect(parseStat(42, stat('x', 'X'))).toBeNull()
    expect(parseStat(42, '')).toBeNull()
  })

  it('of a process whose first thread ended is one', () => {
    expect(parseStat(42, stat('x', 'Z', 3))).not.toBeNull()
  })
})

describe('a birthmark', () => {
  const own = { oom: 0, filter: 0x33 }

  it('is above our own value and not one that is taken', () => {
    const taken = new Set(Array.from({ length: 698 }, (_, i) => i + 301))
    expect(chooseBirthmark(own, taken)?.oom).toBe(999)
    expect(chooseBirthmark({ oom: 997, filter: 0x33 }, new Set())?.oom).toBeGreaterThan(997)
  })

  it('has bits beside our own that nobody else sets', () => {
    for (let tries = 0; tries < 100; tries++) {
      const { filter } = chooseBirthmark(own, new Set())!
      expect(filter & own.filter).toBe(own.filter)
      expect(filter & 0x180).not.toBe(0)
    }
  })

  it('is none where there is no room or no such thing', () => {
    expect(chooseBirthmark({ oom: 999, filter: 0x33 }, new Set())).toBeNull()
    expect(chooseBirthmark(null, new Set())).toBeNull()
  })
})

describe('a family', () => {
  type Known = Omit<ProcessEntry, 'group'> & {
    environment?: string[]
    birthmark?: { oom: number; filter: number }
  }

  /** A machine with these processes and no others. */
  function machine(list: Known[]): ProcessTable {
    const find = (pid: number) => list.find((one) => one.pid === pid)
    return {
      pids: () => list.map(({ pid }) => pid),
      read: (pid) => {
        const one = find(pid)
        return one === undefined ? null : { ...one, group: pid }
      },
      environment: (pid) => find(pid)?.environment ?? [],
      birthmark: (pid) => find(pid)?.birthmark ?? { oom: 0, filter: 0x33 },
      wear: () => {},
    }
  }
  const mark = { oom: 500, filter: 0x1b3 }
  const leash = { marker: 'mine', birthmark: mark, since: 100 }
  const pidsOf = (list: Known[], again = false) => {
    const family = createFamily(machine(list), leash)
    return (again ? family.lookAgain() : family.look()).map(({ pid }) => pid).sort()
  }

  it('has whoever carries the leash, and their descendants in any order of pids', () => {
    const root = { pid: 50, ppid: 1, start: 100, environment: ['A=1', 'WIGGUM_LEASH=mine'] }
    expect(pidsOf([{ pid: 3, ppid: 9, start: 102 }, { pid: 9, ppid: 50, start: 101 }, root])).toEqual([
      3, 50, 9,
    ])
  })

  it('has no one whose leash only looks like it', () => {
    const environments = [
      'WIGGUM_LEASH=mine2',
      'XWIGGUM_LEASH=mine',
      'WIGGUM_LEASH=',
      'NOTE=WIGGUM_LEASH=mine',
    ]
    expect(
      pidsOf(environments.map((one, i) => ({ pid: i + 2, ppid: 1, start: 200, environment: [one] }))),
    ).toEqual([])
  })

  it('is of one supervisor where the marker names it, else of all', () => {
    const list = ['mine', 'mine@first', 'mine@second', 'mine2@first'].map((worn, i) => {
      return { pid: i + 2, ppid: 1, start: 200, environment: [`WIGGUM_LEASH=${worn}`], birthmark: mark }
    })
    expect(pidsOf(list)).toEqual([2, 3, 4])
    const first = createFamily(machine(list), { ...leash, marker: 'mine@first' })
    expect(first.look()).toMatchObject([{ pid: 3 }])
  })

  it('has who lost the environment but bears the mark, both halves of it', () => {
    const orphan = { ppid: 1, start: 200, environment: [] }
    expect(pidsOf([{ ...orphan, pid: 2, birthmark: mark }])).toEqual([2])
    expect(pidsOf([{ ...orphan, pid: 2, birthmark: { ...mark, oom: 501 } }])).toEqual([])
    expect(pidsOf([{ ...orphan, pid: 2, birthmark: { ...mark, filter: 0x33 } }])).toEqual([])
  })

  it('has no one of another leash, even with the same mark', () => {
    const other = { pid: 2, ppid: 1, start: 200, environment: ['WIGGUM_LEASH=yours'], birthmark: mark }
    expect(pidsOf([other])).toEqual([])
  })

  it('PS6: has no one who was there before', () => {
    expect(pidsOf([{ pid: 2, ppid: 1, start: 99, birthmark: mark }])).toEqual([])
  })

  it('PS6: loses a member whose pid belongs to a stranger now', () => {
    const list: Known[] = [{ pid: 2, ppid: 1, start: 150, environment: ['WIGGUM_LEASH=mine'] }]
    const family = createFamily(machine(list), leash)
    expect(family.look()).toHaveLength(1)
    list[0] = { pid: 2, ppid: 1, start: 300, environment: ['OTHER=1'] }
    list.push({ pid: 3, ppid: 2, start: 301 })
    expect(family.lookAgain()).toEqual([])
  })

  it('finds one of ours on a pid that a stranger had, when it looks again', () => {
    const list: Known[] = [{ pid: 2, ppid: 1, start: 150 }]
    const family = createFamily(machine(list), leash)
    expect(family.look()).toEqual([])
    list[0] = { pid: 2, ppid: 1, start: 300, environment: ['WIGGUM_LEASH=mine'] }
    expect(family.look()).toEqual([])
    expect(family.lookAgain().map(({ pid }) => pid)).toEqual([2])
  })

  /** The chain a daemon is born of: each one forks the next and ends, in the middle of our look. */
  describe('finds who was born while it looked, of one that', () => {
    const born: Known = { pid: 3, ppid: 1, start: 151, environment: ['WIGGUM_LEASH=mine'] }

    it('ended before it was read', () => {
      const list: Known[] = [{ pid: 2, ppid: 1, start: 150, environment: ['WIGGUM_LEASH=mine'] }]
      const table = machine(list)
      const pids = () => {
        const listed = table.pids()
        list.splice(0, 1, born)
        return listed
      }
      expect(createFamily({ ...table, pids }, leash).look()).toMatchObject([{ pid: 3 }])
    })

    it('ended between its first reading and its last', () => {
      const list: Known[] = [{ pid: 2, ppid: 1, start: 150, environment: ['WIGGUM_LEASH=mine'] }]
      const table = machine(list)
      const environment = (pid: number) => {
        const names = table.environment(pid)
        if (pid === 2) list.splice(0, 1, born)
        return names
      }
      expect(createFamily({ ...table, environment }, leash).look()).toMatchObject([{ pid: 3 }])
    })

    it('was ending: its memory and its marks were gone, but it did not count as dead', () => {
      const ending: Known = { pid: 2, ppid: 1, start: 150 }
      const list: Known[] = [ending]
      const table = machine(list)
      const birthmark = (pid: number) => {
        if (pid !== 2) return table.birthmark(pid)
        if (!list.includes(born)) list.push(born)
        return null
      }
      expect(createFamily({ ...table, birthmark }, leash).look()).toMatchObject([{ pid: 3 }])
    })
  })

  it('remembers a descendant whose parents are gone', () => {
    const list: Known[] = [
      { pid: 2, ppid: 1, start: 150, environment: ['WIGGUM_LEASH=mine'] },
      { pid: 3, ppid: 2, start: 151 },
    ]
    const family = createFamily(machine(list), leash)
    expect(family.look()).toHaveLength(2)
    list.splice(0, 2, { pid: 3, ppid: 1, start: 151 })
    expect(family.look().map(({ pid }) => pid)).toEqual([3])
    expect(family.lookAgain().map(({ pid }) => pid)).toEqual([3])
  })

  it('includes the agents of a supervisor inside', () => {
    const outer = leashedEnvironment({}, 'mine', {})
    const inner = leashedEnvironment({ A: '1' }, 'inner', outer)
    expect(outer).toEqual({ WIGGUM_LEASH: 'mine' })
    const environment = Object.entries(leashedEnvironment({}, 'deep', inner)).map(
      ([name, value]) => `${name}=${value}`,
    )
    expect(pidsOf([{ pid: 2, ppid: 1, start: 200, environment }])).toEqual([2])
  })
})

describe('the table of this machine', () => {
  it('is the one containment speaks of', () => {
    expect(containment().kind).toBe(process.platform === 'linux' ? 'proc' : 'best-effort')
    expect(containment().note).not.toBe('')
  })

  it('shows a process, its parent and its environment', async () => {
    const table = createProcessTable(() => null)
    const big = 'x'.repeat(100_000)
    const child = spawn('sleep', ['100'], { env: { WIGGUM_LEASH: 'seen', BIG: big }, stdio: 'ignore' })
    await until(() => (table.environment(child.pid!)?.length ?? 0) > 1)
    expect(table.pids()).toContain(child.pid)
    expect(table.read(child.pid!)).toMatchObject({ pid: child.pid, ppid: process.pid })
    expect(table.environment(child.pid!)).toEqual(expect.arrayContaining(['WIGGUM_LEASH=seen', `BIG=${big}`]))
    end([child.pid!])
    await new Promise((resolve) => child.once('exit', resolve))
    expect(table.read(child.pid!)).toBeNull()
  })
})

describe('the table by ps', () => {
  it('reads what ps prints', () => {
    const text =
      '    1     0     1 Ss   Fri Nov 15 08:50:01 2024\n  742     1   740 Z+   Fri Nov 15 08:50:02 2024\n\n'
    expect([...parsePs(text).values()]).toEqual([
      { pid: 1, ppid: 0, group: 1, start: Date.parse('2024-11-15 08:50:01') },
    ])
    expect(parsePsEnvironments(' 12 node x.js A=1 WIGGUM_LEASH=a\n').get(12)).toContain('WIGGUM_LEASH=a')
  })

  it('works with a real ps', () => {
    const run = (args: string[]) =>
      captureSync('ps', args, { env: { PATH: '/bin:/usr/bin', LC_ALL: 'C' } }).stdout.toString()
    const table = createPsTable(run)
    expect(table.pids()).toContain(process.pid)
    expect(table.read(process.pid)?.ppid).toBe(process.ppid)
  })
})
