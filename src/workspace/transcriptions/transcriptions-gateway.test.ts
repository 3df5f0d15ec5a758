// Long audio through the real gateway and the demo service.
import { expect, onTestFinished, test } from 'vitest'
import { openDemoGateway } from '#gateway/testing/demo-gateway.fixture'
import { openLoopback } from '../../main/gateway-host/loopback'
import { openWorkspace } from '../workspace'
import { makeFolder } from '../workspace.fixture'
import { waitForState } from './transcriptions.fixture'

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
  return app
}

/** 8 kHz, mono, 16 bits: one second of sound, half a second of silence, repeated. */
function* writeWav(seconds: number, loud = 8000): Generator<Uint8Array> {
  const rate = 8000
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + seconds * rate * 2, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(seconds * rate * 2, 40)
  yield head
  const second = Buffer.alloc(rate * 2)
  for (let at = 0; at < rate; at += 1) second.writeInt16LE(Math.round(loud * Math.sin(at / 5)), at * 2)
  for (let written = 0; written < seconds; written += 1) yield second
}

async function storeWav(app: Awaited<ReturnType<typeof openWithGateway>>, seconds: number, loud?: number) {
  const { hash, mimeType } = await app.media.storeStream({
    chunks: (async function* () {
      yield* writeWav(seconds, loud)
    })(),
    name: 'speech.wav',
    length: 44 + seconds * 16_000,
  })
  return { media: hash, mimeType, name: 'speech.wav' }
}

test('sends an hour in pieces within the limits, and joins them to one transcript', async () => {
  const app = await openWithGateway()
  void (async () => {
    for await (const { media } of app.loudness.requests()) app.loudness.fail(media, 'Nobody can.')
  })()
  const source = await storeWav(app, 3600)
  const settings = { model: 'gen-4o-transcribe', streaming: true }
  const { ids, rejected } = await app.transcriptions.add({ sources: [source], settings })
  const job = await waitForState(app, ids[0] ?? '', 'succeeded')
  expect(rejected).toEqual([])
  expect(job.pieces.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  expect(job.pieces.every(({ sent, bytes }) => sent === bytes && (bytes ?? 0) < 26_214_400)).toBe(true)
  const { text = '', cuts = [] } = app.transcriptions.read({ id: job.id }) ?? {}
  expect([cuts[0]?.from, Math.round((cuts.at(-1)?.to ?? 0) / 1000)]).toEqual([0, 3600])
  expect(cuts.every(({ from }, index) => index === 0 || from === cuts[index - 1]?.to)).toBe(true)
  expect(text.match(/“speech \(\d of 3\)\.wav”/g)).toEqual([1, 2, 3].map((at) => `“speech (${at} of 3).wav”`))
  expect(job.exchangeId).not.toBeNull()
}, 120_000)

test('reports the upstream’s error message', async () => {
  const app = await openWithGateway()
  const source = await storeWav(app, 600)
  const { ids } = await app.transcriptions.add({ sources: [source], settings: { model: 'gen-2.5-pro' } })
  expect(await waitForState(app, ids[0] ?? '', 'failed')).toMatchObject({
    error: { code: 'NOT_FOUND', message: expect.stringContaining('gen-2.5-pro') },
    pieces: [{ state: 'failed' }],
  })
})

test('sends a silent file like any other, and saves the result', async () => {
  const app = await openWithGateway()
  const source = await storeWav(app, 2, 0)
  const { ids } = await app.transcriptions.add({
    sources: [source],
    settings: { model: 'gen-4o-transcribe', language: 'de', prompt: 'Nichts' },
  })
  const { preview } = await waitForState(app, ids[0] ?? '', 'succeeded')
  expect(preview).toContain('Language: de.')
})
