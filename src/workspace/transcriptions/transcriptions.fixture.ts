// A workspace with a scripted transcription service, audio files, and helpers to wait for jobs.
import { onTestFinished } from 'vitest'
import { toneWav } from '#gateway/testing/tone.fixture'
import type { SettingsPatch } from '#shared/schemas/settings'
import type { AudioSource, TranscriptionEvent, TranscriptionJob } from '#shared/schemas/transcription-job'
import type { HttpRequest, HttpResponse, Send } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import type { Timer } from '../concurrency/timing'
import { createRequestQueue } from '../jobs/request-queue.fixture'
import { openWorkspace, type Workspace } from '../workspace'
import { makeFolder } from '../workspace.fixture'

interface SentForm {
  readonly fields: Readonly<Record<string, string>>
  /** The names of all fields in order, including the file. */
  readonly order: readonly string[]
  readonly name: string
  readonly mimeType: string
  readonly bytes: Buffer
}

/** A request that has reached the service, whose body has not been read yet. */
export interface PendingRequest {
  readonly request: HttpRequest
  readForm(): Promise<SentForm>
  /** Reads `count` chunks of the body. */
  readChunks(count: number): Promise<void>
  /** Reads the form, and responds with the text. */
  sendText(text: string): Promise<SentForm>
  respond(status: number, body: unknown, headers?: Record<string, string>): void
  /** Responds with a stream. */
  stream(): SentStream
  /** Breaks the connection. */
  fail(): void
}

interface SentStream {
  delta(text: string): void
  done(text: string): void
  end(): void
  fail(): void
}

interface ScriptedService {
  readonly send: Send
  next(): Promise<PendingRequest>
  readonly count: () => number
}

function scriptService(): ScriptedService {
  const { add, next, count } = createRequestQueue<PendingRequest>()
  const send: Send = (request) =>
    new Promise<HttpResponse>((resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(new Error('aborted')))
      add(openRequest(request, resolve, reject))
    })
  return { send, next, count }
}

function openRequest(
  request: HttpRequest,
  resolve: (respond: HttpResponse) => void,
  reject: (error: Error) => void,
): PendingRequest {
  const iterator = (request.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
  const type = request.headers['content-type'] ?? ''
  const sent: PendingRequest = {
    request,
    async readForm() {
      const bytes = await readBody({ [Symbol.asyncIterator]: () => iterator })
      if (bytes.length !== Number(request.headers['content-length']))
        throw new Error('The length does not match the header.')
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
    async sendText(text) {
      const form = await sent.readForm()
      sent.respond(200, { text })
      return form
    },
    respond: (status, body, headers = {}) =>
      resolve({
        status,
        headers: { 'content-type': 'application/json', 'x-exchange-id': 'exchange-1', ...headers },
        body: Buffer.from(JSON.stringify(body)),
      }),
    stream: () => openStream(request, resolve),
    fail: () => reject(new Error('The connection broke.')),
  }
  return sent
}

function openStream(request: HttpRequest, resolve: (respond: HttpResponse) => void): SentStream {
  const steps: (unknown | 'end' | Error)[] = []
  let wake = () => {}
  request.signal.addEventListener('abort', () => add(new Error('aborted')))
  async function* streamEvents(): AsyncGenerator<Uint8Array> {
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
  resolve({ status: 200, headers: { 'content-type': 'text/event-stream' }, body: streamEvents() })
  return {
    delta: (delta) => add({ type: 'transcript.text.delta', delta }),
    done: (text) => add({ type: 'transcript.text.done', text }),
    end: () => add('end'),
    fail: () => add(new Error('The connection broke.')),
  }
}

export const settings = { model: 'gen-4o-transcribe' }

export interface TranscriptionWorkspace {
  readonly app: Workspace
  readonly service: ScriptedService
  readonly folder: string
}

export async function openTranscriptionWorkspace(
  options: { folder?: string; settings?: SettingsPatch; now?: () => number; timer?: Timer } = {},
): Promise<TranscriptionWorkspace> {
  const { folder = makeFolder(), now, timer } = options
  const service = scriptService()
  const app = await openWorkspace({
    folder,
    send: service.send,
    ...(now ? { now } : {}),
    ...(timer ? { timer } : {}),
  })
  onTestFinished(() => app.close())
  if (options.settings) app.settings.update(options.settings)
  return { app, service, folder }
}

/** Files of different lengths have different hashes. */
export async function storeAudio(app: Workspace, name = 'talk.wav', seconds = 1): Promise<AudioSource> {
  const { hash, mimeType } = await app.media.store(toneWav(seconds), 'audio/wav')
  return { media: hash, mimeType, name }
}

/** Adds a transcription job. */
export async function addAudio(app: Workspace, name = 'talk.wav', seconds = 1): Promise<string> {
  const source = await storeAudio(app, name, seconds)
  const { ids, rejected } = await app.transcriptions.add({ sources: [source], settings })
  if (!ids[0]) throw new Error(`${name} was rejected: ${rejected[0]?.reason}`)
  return ids[0]
}

/** Responds to the next requests with these texts, and returns their forms. */
export async function respondWith({ next }: ScriptedService, ...texts: string[]): Promise<SentForm[]> {
  const forms: SentForm[] = []
  for (const text of texts) forms.push(await (await next()).sendText(text))
  return forms
}

/** Opens a workspace with one job, whose request has been received. */
export async function openSent({
  streaming = false,
  ...options
}: Parameters<typeof openTranscriptionWorkspace>[0] & { streaming?: boolean } = {}) {
  const workspace = await openTranscriptionWorkspace(options)
  const { app, service } = workspace
  const sources = [await storeAudio(app)]
  const { ids } = await app.transcriptions.add({ sources, settings: { ...settings, streaming } })
  const sent = await service.next()
  await sent.readForm()
  return { ...workspace, id: ids[0] ?? '', sent }
}

/** Resolves once watchers receive the job in the expected state. */
export async function waitForJob(
  app: Workspace,
  id: string,
  isExpected: (job: TranscriptionJob) => boolean,
): Promise<TranscriptionJob> {
  for await (const event of app.transcriptions.watch()) {
    const job = event.type === 'gone' ? undefined : event.jobs.find((one) => one.id === id)
    if (job && isExpected(job)) return job
  }
  throw new Error('The stream of events has ended.')
}

/** Throws if the job ends in another state. */
export async function waitForState(
  app: Workspace,
  id: string,
  state: TranscriptionJob['state'],
): Promise<TranscriptionJob> {
  const job = await waitForJob(app, id, (one) => one.state === state || one.endedAt !== null)
  if (job.state !== state) throw new Error(`It is ${job.state}: ${job.error?.message}`)
  return job
}

export async function readSnapshot(app: Workspace): Promise<TranscriptionEvent & { type: 'snapshot' }> {
  for await (const event of app.transcriptions.watch()) if (event.type === 'snapshot') return event
  throw new Error('No snapshot was received.')
}

/** Settings with pieces of a minute. */
export const minutes: SettingsPatch = {
  jobs: { videosAtOnce: 3, transcriptionsAtOnce: 2, pieceMegabytes: 25, pieceMinutes: 1 },
}
