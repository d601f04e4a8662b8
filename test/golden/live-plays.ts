import { APPROVED, block, liveWorld } from '../live/live-session.ts'
import { PLACE, type Recorded, recorded } from './play.ts'

/** Loops in a person's own session, moved on by its hooks. */

const DONE = block({ status: 'DONE', summary: 'all done' })
const QUESTIONABLE = {
  file: 'work.txt',
  line: 1,
  severity: 'CRITICAL',
  category: 'quality',
  description: 'good what? it does not say',
  fix: 'say what is good',
  evidence: 'work.txt:1 holds `good` and nothing else',
}

async function looping(options: string, files?: Record<string, string>) {
  const world = liveWorld(files, PLACE)
  const session = world.session('s1')
  await session.prompt(`/wiggum:loop make work.txt good ${options}`)
  return { world, session }
}

export const livePlays: Record<string, () => Promise<Recorded>> = {
  'live-proven': async () => {
    const { world, session } = await looping('--max-passes 5', { 'work.txt': 'broken\n' })
    world.write('work.txt', 'broken in part\n')
    await session.stop(DONE)
    await session.prompt('say what is good')
    await session.hook('pre-compact', { trigger: 'auto' })
    world.write('work.txt', 'good\n')
    await session.stop('Mended.')
    await session.stop(block({ status: 'DONE', verdict: 'REJECTED', findings: [QUESTIONABLE] }))
    world.write('work.txt', 'good work\n')
    await session.stop('Said.')
    world.write('work.txt', 'better work\n')
    await session.stop('I saw something and mended it.')
    await session.stop(DONE)
    await session.stop(APPROVED)
    return recorded(world)
  },
  'live-unbroken': async () => {
    const { world, session } = await looping('')
    world.write('work.txt', 'good\n')
    await session.stop(DONE)
    await session.stop(APPROVED)
    return recorded(world)
  },
  'live-accepted': async () => {
    const config = 'verify: { test: sh check.sh }\nlive: { review: off }\n'
    const { world, session } = await looping('--max-passes 1 --promise FINISHED', {
      '.wiggum/config.yaml': config,
    })
    world.write('work.txt', 'good\n')
    await session.stop(DONE)
    await session.prompt('No.')
    return recorded(world)
  },
  'live-unverified': async () => {
    const { world, session } = await looping('--no-verify --promise "ALL DONE"')
    world.write('work.txt', 'broken\n')
    await session.stop('<promise>ALL DONE</promise>')
    await session.stop(APPROVED)
    return recorded(world)
  },
  'live-unproven': async () => {
    const { world, session } = await looping('', { '.wiggum/config.yaml': 'verify: { test: null }\n' })
    world.write('work.txt', 'good\n')
    await session.stop(DONE)
    await session.stop(APPROVED)
    return recorded(world)
  },
  'live-cancelled': async () => {
    const { world, session } = await looping('')
    world.write('work.txt', 'broken\n')
    await session.stop(DONE)
    await session.prompt('Stop.')
    return recorded(world)
  },
}
