import { SnapshotClient } from '@vitest/snapshot'
import { NodeSnapshotEnvironment } from '@vitest/snapshot/environment'
import { chai } from 'vitest'

/**
 * Snapshots as vitest compares them, for tests that are run without its worker. They are only read: a client writes when
 * it is told to finish, and this one never is.
 */
export async function comparingSnapshots(files) {
  const client = new SnapshotClient()
  const options = { updateSnapshot: 'none', snapshotEnvironment: new NodeSnapshotEnvironment() }
  for (const file of files) await client.setup(file, options)
  let current
  chai.use(({ Assertion }, { addMethod, flag }) =>
    addMethod(Assertion.prototype, 'toMatchSnapshot', function () {
      client.assert({ ...current, received: flag(this, 'object') })
    }),
  )
  return async ({ task, fileName, name }, run) => {
    current = { filepath: fileName, name, testId: task.id }
    client.clearTest(fileName, task.id)
    await run()
  }
}
