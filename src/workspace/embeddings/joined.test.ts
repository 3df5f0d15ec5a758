// Sets through the real gateway and the demo service: vectors over the wire, and the service's errors.
import { expect, onTestFinished, test } from 'vitest'
import { openDemoGateway } from '#gateway/testing/demo-gateway.fixture'
import { readBlock } from '#shared/vectors/vector-block'
import { openLoopback } from '../../main/gateway-host/loopback'
import { openWorkspace } from '../workspace'
import { makeFolder } from '../workspace.fixture'
import { makeSet, readRows, readVectors, untilIdle } from './embeddings.fixture'

const key = 'local-key'

async function openJoined() {
  const gateway = await openDemoGateway(key)
  const loopback = openLoopback({ origin: async () => (await gateway.address()).url, key: () => key })
  const folder = makeFolder()
  const app = await openWorkspace({ folder, send: loopback.send })
  onTestFinished(async () => {
    await app.close()
    await loopback.close()
    await gateway.close(0)
  })
  return { app, folder }
}

test('similar texts have similar vectors, and a question is nearest to the text that answers it', async () => {
  const workspace = await openJoined()
  const texts = ['The cat sleeps on the sofa.', 'A cat was asleep on our sofa.', 'Interest rates rose again.']
  const id = await makeSet(workspace, texts, { taskType: 'RETRIEVAL_DOCUMENT', outputDimensionality: 768 })
  await workspace.app.embeddings.run({ id })
  const set = await untilIdle(workspace, id)
  expect([set.counts.done, set.dimensions]).toEqual([3, [768]])
  const { values } = readBlock(await readVectors(workspace, id, 768))
  const at = (row: number) => values.subarray(row * 768, (row + 1) * 768)
  const dot = (one: ArrayLike<number>, other: ArrayLike<number>) =>
    Array.from(one).reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0)
  expect(dot(at(0), at(1))).toBeGreaterThan(dot(at(0), at(2)))
  const { vector } = await workspace.app.embeddings.query({ id, text: 'interest rates' })
  expect(dot(vector, at(2))).toBeGreaterThan(Math.max(dot(vector, at(0)), dot(vector, at(1))))
})

test('a text over the limit is counted by the service and fails', async () => {
  const workspace = await openJoined()
  const id = await makeSet(workspace, ['lighthouse '.repeat(5000)])
  await workspace.app.embeddings.run({ id })
  await untilIdle(workspace, id)
  expect(readRows(workspace, id)[0]?.error).toMatch(
    /^This text has [\d,]+ tokens\. Gen Embedding 001 accepts up to 2,048\./,
  )
})
