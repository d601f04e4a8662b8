import { describe, expect, it } from 'vitest'
import { nextTask, orderOf, settleBlocked } from '../../src/sprint/next-task.ts'
import type { QueueTask } from '../../src/sprint/queue.ts'

const task = (id: string, over: Partial<QueueTask> = {}): QueueTask => ({ id, task: id, ...over })
const ids = (tasks: QueueTask[]) => tasks.map(({ id }) => id).join(' ')
const statuses = (tasks: QueueTask[]) => tasks.map(({ status }) => status ?? 'pending')

describe('the order', () => {
  it('is higher priority first, then the order of the file', () => {
    expect(
      ids(orderOf([task('a'), task('b', { priority: 5 }), task('c', { priority: -1 }), task('d')])),
    ).toBe('b a d c')
  })

  it('waits for dependencies, however high the priority', () => {
    const tasks = [task('a', { priority: 9, depends_on: ['b'] }), task('b', { depends_on: ['c'] }), task('c')]
    expect(ids(orderOf(tasks))).toBe('c b a')
  })

  it('finishes what was begun before anything new', () => {
    expect(nextTask([task('a', { priority: 9 }), task('b', { status: 'in_progress' })])?.id).toBe('b')
  })

  it('leaves out what is done, failed, blocked or was tried already', () => {
    const closed = [
      task('a', { status: 'done' }),
      task('b', { status: 'failed' }),
      task('c', { status: 'blocked' }),
    ]
    expect(nextTask([...closed, task('d'), task('e')], new Set(['d']))?.id).toBe('e')
    expect(nextTask([...closed, task('d')], new Set(['d']))).toBeNull()
  })

  it('does not begin what depends on a task that is only begun', () => {
    expect(
      nextTask([task('a', { status: 'in_progress' }), task('b', { depends_on: ['a'] })], new Set(['a'])),
    ).toBeNull()
  })
})

describe('a failed task', () => {
  const chain = (first: NonNullable<QueueTask['status']>) => [
    task('a', { status: first }),
    task('b', { depends_on: ['a'] }),
    task('c', { depends_on: ['b'] }),
    task('d'),
  ]

  it('blocks everything below it, and nothing else', () => {
    expect(statuses(settleBlocked(chain('failed')))).toEqual(['failed', 'blocked', 'blocked', 'pending'])
    expect(statuses(settleBlocked(chain('in_progress')))).toEqual([
      'in_progress',
      'pending',
      'pending',
      'pending',
    ])
  })

  it('that is set back to pending frees what it blocked', () => {
    const again = settleBlocked(chain('failed')).map((each) =>
      each.id === 'a' ? { ...each, status: 'pending' as const } : each,
    )
    expect(statuses(settleBlocked(again))).toEqual(['pending', 'pending', 'pending', 'pending'])
  })

  it('does not reopen what is done, and a task that a person blocked stays so', () => {
    const tasks = [task('a', { status: 'failed' }), task('b', { status: 'done', depends_on: ['a'] })]
    expect(statuses(settleBlocked(tasks))).toEqual(['failed', 'done'])
    const held = [task('a', { status: 'blocked' }), task('b', { depends_on: ['a'] })]
    expect(statuses(settleBlocked(held))).toEqual(['blocked', 'blocked'])
  })

  it('frees nothing that a person blocked, though it depends on something', () => {
    const held = [
      task('a', { status: 'done' }),
      task('b', { status: 'blocked', depends_on: ['a'] }),
      task('c', { depends_on: ['b'] }),
    ]
    expect(statuses(settleBlocked(held))).toEqual(['done', 'blocked', 'blocked'])
    expect(nextTask(settleBlocked(held))).toBeNull()
  })

  it('does not take over what a person blocked below it, so that its own end frees nothing', () => {
    const held = task('b', { status: 'blocked', depends_on: ['a'] })
    const [, below] = settleBlocked([task('a', { status: 'failed' }), held])
    expect(below).toEqual(held)
    expect(statuses(settleBlocked([task('a', { status: 'done' }), below!]))).toEqual(['done', 'blocked'])
  })

  it('is named in what it blocked; the name goes with the block, and follows another failure', () => {
    const causes = (tasks: QueueTask[]) => tasks.map(({ blocked_by }) => blocked_by)
    const blocked = settleBlocked(chain('failed'))
    expect(causes(blocked)).toEqual([undefined, 'a', 'a', undefined])
    const [, b, c, d] = blocked
    expect(causes(settleBlocked([task('a'), b!, c!, d!]))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    const moved = settleBlocked([task('a', { status: 'done' }), { ...b!, status: 'failed' }, c!, d!])
    expect(causes(moved)).toEqual([undefined, undefined, 'b', undefined])
  })
})
