import { test } from 'vitest'
import { demoScenarios } from '../../src/agents/scripted/demo-project.ts'
import { expectSafe } from './cuts.ts'
const names = (process.env.STORIES ?? 'happy').split(',') as (keyof typeof demoScenarios)[]
test.each(names)('%s', async (name) => {
  await expectSafe([{ name, demo: demoScenarios[name] }])
})
