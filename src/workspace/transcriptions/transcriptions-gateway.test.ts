// Long audio through the real gateway and the demo service.
import { expect, onTestFinished, test } from 'vitest'
import { openDemoGateway } from '#gateway/testing/demo-gateway.fixture'
import { openLoopback } from '../../main/gateway-host/loopback'
import { openWorkspace } from '../workspace'
import { makeFolder } from '../workspace.fixture'
import { minutes, storeAudio, waitForState } from './transcriptions.fixture'

const key = 'local-key'

async function openWithGateway() {
  const gateway = await openDemoGateway(key)
  const loopback = openLoopback({ origin: async () => (await gateway.address()).url, key: () => key })
  const app = await openWorkspace({ folder: makeFolder(), send: loopback.send })
  onTestFinished(async () => {
    await app.close()
    await loopback.close()
    await gateway.close(0)
  })
  app.settings.update(minutes)
  return app
}

test('sends a long file in pieces, and joins them to one transcript', async () => {
  const app = await openWithGateway()
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

test('sends the settings, and reports the upstream’s error message', async () => {
  const app = await openWithGateway()
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
