// A program for tests to kill while a video is in progress; arguments: folder, state to reach.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { testVideo } from '#gateway/testing/fake-vendor/test-video.fixture'
import type { HttpRequest, HttpResponse } from '#shared/wire/http'
import { openWorkspace } from '../workspace'

const never = () => new Promise<never>(() => {})

function answer(value: unknown): HttpResponse {
  return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(value)) }
}

const name = 'operations/abc123'
const video = { uri: 'http://127.0.0.1:1/v1beta/files/f1:download?alt=media' }
const done = { name, done: true, response: { generateVideoResponse: { generatedSamples: [{ video }] } } }

/** Sends 300 bytes, then stalls. */
async function* stall(): AsyncGenerator<Uint8Array> {
  yield testVideo.subarray(0, 300)
  await never()
}

async function make(folder: string, state: string): Promise<void> {
  const isSilent = state === 'submitting' || state === 'queued'
  const app = await openWorkspace({
    folder,
    timer: (_, act) => {
      // A running job is not polled before the program is killed.
      if (state !== 'running') setImmediate(act)
      return () => {}
    },
    async send({ method, path }: HttpRequest) {
      appendFileSync(join(folder, 'calls'), `${method}\n`)
      if (method === 'POST') return isSilent ? await never() : answer({ name })
      if (path.includes('/operations/')) return answer(done)
      const headers = { 'content-length': String(testVideo.length) }
      return { status: 200, headers, body: state === 'downloading' ? stall() : testVideo }
    },
  })
  if (state === 'queued') app.settings.update({ jobs: { ...app.settings.read().jobs, videosAtOnce: 1 } })
  const form = { model: 'gen-video-3.1-fast-generate-preview', prompt: 'A paper boat.' }
  await app.videos.create(form)
  if (state === 'queued') await app.videos.create(form)
  for await (const event of app.videos.watch()) {
    if (event.type === 'gone') continue
    const reached = event.jobs.find((job) => job.state === state)
    const isReached = reached && (state !== 'downloading' || reached.download?.bytes === 300)
    if (isReached) process.stdout.write(`${JSON.stringify(reached)}\n`)
  }
}

void make(process.argv[2] ?? '', process.argv[3] ?? '')
// Pending promises alone do not keep the process running.
setInterval(() => {}, 1000)
