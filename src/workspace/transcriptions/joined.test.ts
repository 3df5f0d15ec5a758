// Long sounds through the real gateway and the demo service: an hour of speech, and a silent file.
import { expect, onTestFinished, test } from 'vitest'
import { openDemoGateway } from '#gateway/testing/demo-gateway.fixture'
import { openLoopback } from '../../main/gateway-host/loopback'
import { openWorkspace } from '../workspace'
import { makeFolder } from '../workspace.fixture'
import { untilState } from './transcriptions.fixture'

const key = 'local-key'

async function openJoined() {
  const gateway = await openDemoGateway(key)
  const loopback = openLoopback({ origin: async () => (await gateway.address()).url, localKey: () => key })
  const app = await openWorkspace({ folder: makeFolder(), send: loopback.send })
  onTestFinished(async () => {
    await app.close()
    await loopback.close()
    await gateway.close(0)
  })
  return app
}

/** 8 kHz, mono, 16 bits; a second of sound and a half of silence in turn. */
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

async function keepWav(app: Awaited<ReturnType<typeof openJoined>>, seconds: number, loud?: number) {
  const { hash, mimeType } = await app.media.keepStream({
    chunks: (async function* () {
      yield* writeWav(seconds, loud)
    })(),
    name: 'speech.wav',
    length: 44 + seconds * 16_000,
  })
  return { media: hash, mimeType, name: 'speech.wav' }
}

test('an hour goes up in pieces that the upstream takes, and comes back as one transcript of the whole hour', async () => {
  const app = await openJoined()
  void (async () => {
    for await (const { media } of app.loudness.wanted()) app.loudness.refuse(media, 'Nobody can.')
  })()
  const source = await keepWav(app, 3600)
  const settings = { model: 'gen-4o-transcribe', streaming: true }
  const { ids, rejected } = await app.transcriptions.add({ sources: [source], settings })
  const job = await untilState(app, ids[0] ?? '', 'succeeded')
  expect(rejected).toEqual([])
  expect(job.pieces.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  expect(job.pieces.every(({ sent, bytes }) => sent === bytes && (bytes ?? 0) < 26_214_400)).toBe(true)
  const { text = '', cuts = [] } = app.transcriptions.read({ id: job.id }) ?? {}
  expect([cuts[0]?.from, Math.round((cuts.at(-1)?.to ?? 0) / 1000)]).toEqual([0, 3600])
  expect(cuts.every(({ from }, index) => index === 0 || from === cuts[index - 1]?.to)).toBe(true)
  expect(text.match(/“speech \(\d of 3\)\.wav”/g)).toEqual([1, 2, 3].map((at) => `“speech (${at} of 3).wav”`))
  expect(job.exchangeId).not.toBeNull()
}, 120_000)

test('what the upstream refuses is told in its words', async () => {
  const app = await openJoined()
  const source = await keepWav(app, 600)
  const { ids } = await app.transcriptions.add({ sources: [source], settings: { model: 'gen-2.5-pro' } })
  expect(await untilState(app, ids[0] ?? '', 'failed')).toMatchObject({
    error: { code: 'NOT_FOUND', message: expect.stringContaining('gen-2.5-pro') },
    pieces: [{ state: 'failed' }],
  })
})

test('a silent file is sent like any other, and what comes back is kept', async () => {
  const app = await openJoined()
  const source = await keepWav(app, 2, 0)
  const { ids } = await app.transcriptions.add({
    sources: [source],
    settings: { model: 'gen-4o-transcribe', language: 'de', prompt: 'Nichts' },
  })
  const { preview } = await untilState(app, ids[0] ?? '', 'succeeded')
  expect(preview).toContain('Language: de.')
})
