// What the tests of transcriptions stand on: a service whose every answer a test gives by hand, sounds, and a watcher.
import { onTestFinished } from 'vitest'
import { toneWav } from '#gateway/testing/tone.fixture'
import type { SettingsPatch } from '#shared/schemas/settings'
import type { AudioSource, TranscriptionEvent, TranscriptionJob } from '#shared/schemas/transcription-job'
import type { HttpRequest, HttpResponse, Send } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import type { Timer } from '../concurrency/timing'
import { openWorkspace, type Workspace } from '../workspace'
import { makeFolder } from '../workspace.fixture'

interface SentForm {
  readonly fields: Readonly<Record<string, string>>
  /** In their order, the file among them. */
  readonly order: readonly string[]
  readonly name: string
  readonly mimeType: string
  readonly bytes: Buffer
}

/** A call that has reached the service, which has read nothing of it yet. */
export interface PendingRequest {
  readonly call: HttpRequest
  readForm(): Promise<SentForm>
  /** Reads so many chunks of the body and stops. */
  readChunks(count: number): Promise<void>
  /** Answers with the text, in one piece, once it has read the form. */
  say(text: string): Promise<SentForm>
  answer(status: number, body: unknown, headers?: Record<string, string>): void
  /** Begins a stream. */
  stream(): SentStream
  /** No answer comes. */
  breakOff(): void
}

interface SentStream {
  delta(text: string): void
  done(text: string): void
  end(): void
  breakOff(): void
}

interface ScriptedService {
  readonly send: Send
  next(): Promise<PendingRequest>
  readonly count: () => number
}

function scriptService(): ScriptedService {
  const came: PendingRequest[] = []
  const waiting: ((call: PendingRequest) => void)[] = []
  let count = 0
  return {
    count: () => count,
    send: (call) =>
      new Promise<HttpResponse>((resolve, reject) => {
        count += 1
        call.signal.addEventListener('abort', () => reject(new Error('aborted')))
        const sent = openCall(call, resolve, reject)
        const taker = waiting.shift()
        if (taker) taker(sent)
        else came.push(sent)
      }),
    next() {
      const ready = came.shift()
      return ready ? Promise.resolve(ready) : new Promise((resolve) => waiting.push(resolve))
    },
  }
}

function openCall(
  call: HttpRequest,
  resolve: (answer: HttpResponse) => void,
  reject: (error: Error) => void,
): PendingRequest {
  const iterator = (call.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
  const type = call.headers['content-type'] ?? ''
  const sent: PendingRequest = {
    call,
    async readForm() {
      const bytes = await readBody({ [Symbol.asyncIterator]: () => iterator })
      if (bytes.length !== Number(call.headers['content-length']))
        throw new Error('Another length was announced.')
      const form = await new Response(Buffer.from(bytes), { headers: { 'content-type': type } }).formData()
      const file = form.get('file') as File
      const texts = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
      const content = Buffer.from(await file.arrayBuffer())
      const order = [...form.keys()]
      return {
        fields: Object.fromEntries(texts),
        order,
        name: file.name,
        mimeType: file.type,
        bytes: content,
      }
    },
    async readChunks(count) {
      for (let read = 0; read < count; read += 1) await iterator.next()
    },
    async say(text) {
      const form = await sent.readForm()
      sent.answer(200, { text })
      return form
    },
    answer: (status, body, headers = {}) =>
      resolve({
        status,
        headers: { 'content-type': 'application/json', 'x-exchange-id': 'exchange-1', ...headers },
        body: Buffer.from(JSON.stringify(body)),
      }),
    stream: () => openStream(call, resolve),
    breakOff: () => reject(new Error('The connection broke.')),
  }
  return sent
}

function openStream(call: HttpRequest, resolve: (answer: HttpResponse) => void): SentStream {
  const steps: (unknown | 'end' | Error)[] = []
  let wake = () => {}
  call.signal.addEventListener('abort', () => add(new Error('aborted')))
  async function* flow(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const step = steps.shift()
      if (step instanceof Error) throw step
      if (step === 'end') return
      if (step) yield Buffer.from(`data: ${JSON.stringify(step)}\n\n`)
      else await new Promise<void>((resume) => (wake = resume))
    }
  }
  const add = (step: unknown) => {
    steps.push(step)
    wake()
  }
  resolve({ status: 200, headers: { 'content-type': 'text/event-stream' }, body: flow() })
  return {
    delta: (delta) => add({ type: 'transcript.text.delta', delta }),
    done: (text) => add({ type: 'transcript.text.done', text }),
    end: () => add('end'),
    breakOff: () => add(new Error('The connection broke.')),
  }
}

export const settings = { model: 'gen-4o-transcribe' }

export interface TranscriptionWorkspace {
  readonly app: Workspace
  readonly service: ScriptedService
  readonly folder: string
}

export async function openTranscriptionWorkspace(
  given: { folder?: string; settings?: SettingsPatch; now?: () => number; timer?: Timer } = {},
): Promise<TranscriptionWorkspace> {
  const { folder = makeFolder(), now, timer } = given
  const service = scriptService()
  const app = await openWorkspace({
    folder,
    send: service.send,
    ...(now ? { now } : {}),
    ...(timer ? { timer } : {}),
  })
  onTestFinished(() => app.close())
  if (given.settings) app.settings.update(given.settings)
  return { app, service, folder }
}

/** Each sound is another one, because each length is. */
export async function storeAudio(app: Workspace, name = 'talk.wav', seconds = 1): Promise<AudioSource> {
  const { hash, mimeType } = await app.media.keep(toneWav(seconds), 'audio/wav')
  return { media: hash, mimeType, name }
}

/** One sound on its way. */
export async function addAudio(app: Workspace, name = 'talk.wav', seconds = 1): Promise<string> {
  const source = await storeAudio(app, name, seconds)
  const { ids, rejected } = await app.transcriptions.add({ sources: [source], settings })
  if (!ids[0]) throw new Error(`${name} was rejected: ${rejected[0]?.reason}`)
  return ids[0]
}

/** Resolves once the job, as watchers are notified of it, is so. */
export async function untilJob(
  app: Workspace,
  id: string,
  isReached: (job: TranscriptionJob) => boolean,
): Promise<TranscriptionJob> {
  for await (const event of app.transcriptions.watch()) {
    const job = event.type === 'gone' ? undefined : event.jobs.find((one) => one.id === id)
    if (job && isReached(job)) return job
  }
  throw new Error('The watching has ended.')
}

/** Fails where it ends in another one. */
export async function untilState(
  app: Workspace,
  id: string,
  state: TranscriptionJob['state'],
): Promise<TranscriptionJob> {
  const job = await untilJob(app, id, (one) => one.state === state || one.endedAt !== null)
  if (job.state !== state) throw new Error(`It is ${job.state}: ${job.error?.message}`)
  return job
}

export async function readSnapshot(app: Workspace): Promise<TranscriptionEvent & { type: 'snapshot' }> {
  for await (const event of app.transcriptions.watch()) if (event.type === 'snapshot') return event
  throw new Error('Nothing came.')
}

/** Sends pieces of a minute. */
export const minutes: SettingsPatch = {
  jobs: { videosAtOnce: 3, transcriptionsAtOnce: 2, pieceMegabytes: 25, pieceMinutes: 1 },
}
