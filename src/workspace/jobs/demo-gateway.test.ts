// Transcriptions and embeddings through the real gateway and the demo service.
import { expect, onTestFinished, test } from 'vitest'
import { openDemoGateway } from '#gateway/testing/demo-gateway.fixture'
import { openLoopback } from '../../main/gateway-host/loopback'
import { makeSet, readNumbers, readRows, runSet } from '../embeddings/embeddings.fixture'
import { minutes, storeAudio, waitForState } from '../transcriptions/transcriptions.fixture'
import { openWorkspace } from '../workspace'
import { makeFolder } from '../workspace.fixture'

const key = 'local-key'

async function openWithGateway() {
  const gateway = await openDemoGateway(key)
  const loopback = openLoopback({ origin: async () => (await gateway.address()).url, key: () => key })
  const folder = makeFolder()
  const app = await openWorkspace({ folder, send: loopback.send })
  onTestFinished(async () => {
    await app.close()
    await loopback.close()
    await gateway.close(0)
  })
  app.settings.update(minutes)
  return { app, folder }
}

test('sends a long file in pieces, and joins them to one transcript', async () => {
  const { app } = await openWithGateway()
  void (async () => {
    for await (const { media } of app.loudness.requests()) app.loudness.fail(media, 'Nobody can.')
  })()
  const sources = [await storeAudio(app, 'speech.wav', 150)]
  const settings = { model: 'gen-4o-transcribe', streaming: true }
  const { ids, rejected } = await app.transcriptions.add({ sources, settings })
  const job = await waitForState(app, ids[0] ?? '', 'succeeded')
  expect(rejected).toEqual([])
  expect(job.pieces.map(({ state, sent, bytes }) => [state, sent === bytes])).toEqual(
    Array(3).fill(['done', true]),
  )
  const { text = '', cuts = [] } = app.transcriptions.read({ id: job.id }) ?? {}
  expect([cuts[0]?.from, Math.round((cuts.at(-1)?.to ?? 0) / 1000)]).toEqual([0, 150])
  expect(cuts.every(({ from }, index) => index === 0 || from === cuts[index - 1]?.to)).toBe(true)
  expect(text.match(/“speech \(\d of 3\)\.wav”/g)).toEqual([1, 2, 3].map((at) => `“speech (${at} of 3).wav”`))
  expect(job.exchangeId).not.toBeNull()
})

test('sends the settings of a transcription, and reports the upstream’s error message', async () => {
  const { app } = await openWithGateway()
  const transcribe = async (model: string) => {
    const settings = { model, language: 'de', prompt: 'Nichts' }
    return (await app.transcriptions.add({ sources: [await storeAudio(app)], settings })).ids[0] ?? ''
  }
  const good = await waitForState(app, await transcribe('gen-4o-transcribe'), 'succeeded')
  expect(good.preview).toContain('Language: de.')
  expect(await waitForState(app, await transcribe('gen-2.5-pro'), 'failed')).toMatchObject({
    error: { code: 'NOT_FOUND', message: expect.stringContaining('gen-2.5-pro') },
    pieces: [{ state: 'failed' }],
  })
})

test('similar texts have similar vectors, a question is nearest to its answer, and a long text is rejected', async () => {
  const workspace = await openWithGateway()
  const texts = ['The cat sleeps on the sofa.', 'A cat was asleep on our sofa.', 'Interest rates rose again.']
  const settings = { taskType: 'RETRIEVAL_DOCUMENT', outputDimensionality: 768 } as const
  const id = await makeSet(workspace, [...texts, 'lighthouse '.repeat(5000)], settings)
  const { counts, dimensions } = await runSet(workspace, id)
  expect([counts.done, dimensions]).toEqual([3, [768]])
  expect(readRows(workspace, id)[3]?.error).toMatch(
    /^This text has [\d,]+ tokens\. Gen Embedding 001 accepts up to 2,048\./,
  )
  const values = await readNumbers(workspace, id, 768)
  const at = (row: number) => values.slice(row * 768, (row + 1) * 768)
  const dot = (one: number[], other: number[]) =>
    one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0)
  expect(dot(at(0), at(1))).toBeGreaterThan(dot(at(0), at(2)))
  const { vector } = await workspace.app.embeddings.query({ id, text: 'interest rates' })
  expect(dot(vector, at(2))).toBeGreaterThan(Math.max(dot(vector, at(0)), dot(vector, at(1))))
})
