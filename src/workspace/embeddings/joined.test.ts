// Sets through the real gateway and the demo service: vectors as they come over the wire, and refusals in its words.
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
  const loopback = openLoopback({ origin: async () => (await gateway.address()).url, localKey: () => key })
  const folder = makeFolder()
  const app = await openWorkspace({ folder, send: loopback.send })
  onTestFinished(async () => {
    await app.close()
    await loopback.close()
    await gateway.close(0)
  })
  return { app, folder }
}

test('similar texts are near, and a question finds the text that answers it', async () => {
  const studio = await openJoined()
  const texts = ['The cat sleeps on the sofa.', 'A cat was asleep on our sofa.', 'Interest rates rose again.']
  const id = await makeSet(studio, texts, { taskType: 'RETRIEVAL_DOCUMENT', outputDimensionality: 768 })
  await studio.app.embeddings.run({ id })
  const set = await untilIdle(studio, id)
  expect([set.counts.done, set.dimensions]).toEqual([3, [768]])
  const { values } = readBlock(await readVectors(studio, id, 768))
  const at = (row: number) => values.subarray(row * 768, (row + 1) * 768)
  const dot = (one: ArrayLike<number>, other: ArrayLike<number>) =>
    Array.from(one).reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0)
  expect(dot(at(0), at(1))).toBeGreaterThan(dot(at(0), at(2)))
  const { vector } = await studio.app.embeddings.query({ id, text: 'interest rates' })
  expect(dot(vector, at(2))).toBeGreaterThan(Math.max(dot(vector, at(0)), dot(vector, at(1))))
})

test('a text over the limit is counted by the service, and says so; a model that is none is refused in its words', async () => {
  const studio = await openJoined()
  const id = await makeSet(studio, ['lighthouse '.repeat(5000)])
  await studio.app.embeddings.run({ id })
  await untilIdle(studio, id)
  expect(readRows(studio, id)[0]?.error).toMatch(
    /^This text has [\d,]+ tokens\. Gen Embedding 001 accepts up to 2,048\./,
  )
  const other = await makeSet(studio, ['one'], { model: 'gen-embedding-of-nobody' })
  await studio.app.embeddings.run({ id: other })
  await untilIdle(studio, other)
  expect(readRows(studio, other)[0]).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('gen-embedding-of-nobody'),
  })
})
