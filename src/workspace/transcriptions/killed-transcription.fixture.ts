// A program that a test kills during a transcription. Arguments: the folder, and the stage to reach.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { toneWav } from '#gateway/testing/tone.fixture'
import { readBody } from '#shared/wire/read-body'
import { openWorkspace } from '../workspace'

const stages = ['sending', 'streaming', 'second', 'pausing', 'preparing'] as const
type Stage = (typeof stages)[number]

async function* streamText(): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number += 1) {
    const event = { type: 'transcript.text.delta', delta: `${number} ` }
    yield Buffer.from(`data: ${JSON.stringify(event)}\n\n`)
    await pause(5)
  }
}

async function run(folder: string, stage: Stage): Promise<void> {
  let calls = 0
  const app = await openWorkspace({
    folder,
    async send(call) {
      calls += 1
      appendFileSync(join(folder, 'calls'), 'call\n')
      await readBody(call.body)
      if (stage === 'second' && calls === 1) {
        return { status: 200, headers: {}, body: Buffer.from('{"text":"First."}') }
      }
      if (stage !== 'streaming') return await new Promise(() => {})
      return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: streamText() }
    },
  })
  const limits = { videosAtOnce: 1, transcriptionsAtOnce: 1, pieceMegabytes: 25, pieceMinutes: 1 }
  app.settings.update({ jobs: limits })
  const add = async (name: string, seconds: number) => {
    const { hash, mimeType } = await app.media.store(toneWav(seconds), 'audio/wav')
    const settings = { model: 'gen-4o-transcribe', streaming: stage === 'streaming' }
    const sources = [{ media: hash, mimeType, name }]
    return (await app.transcriptions.add({ sources, settings })).ids[0] ?? ''
  }
  const isLong = stage === 'second' || stage === 'preparing'
  const busy = await add('busy.wav', isLong ? 80 : 1)
  const queued = await add('queued.wav', 2)
  const paused = await add('paused.wav', 3)
  app.transcriptions.pause({ ids: [paused] })
  if (stage === 'second') void failAllLoudness()
  for await (const event of app.transcriptions.watch()) {
    const job = app.transcriptions.job({ id: busy })
    const isThere =
      (stage === 'preparing' && job?.waiting) ||
      (stage === 'sending' && job?.state === 'sending') ||
      (stage === 'pausing' && job?.state === 'sending') ||
      (stage === 'second' && job?.pieces[1]?.state === 'sending') ||
      (stage === 'streaming' && event.type === 'jobs' && (job?.preview.length ?? 0) > 400)
    if (isThere) break
  }
  if (stage === 'pausing') app.transcriptions.pause({ ids: [busy] })
  process.stdout.write(`${JSON.stringify({ busy, queued, paused })}\n`)
  // Pending promises do not keep the process alive.
  setInterval(() => {}, 1000)

  async function failAllLoudness(): Promise<void> {
    for await (const { media } of app.loudness.requests()) app.loudness.fail(media, 'Cannot be decoded.')
  }
}

const stage = stages.find((one) => one === process.argv[3])
if (stage) void run(process.argv[2] ?? '', stage)
