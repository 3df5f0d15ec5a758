// Test workspace for videos, with a scripted service, a controllable clock, and a watcher.
import { onTestFinished } from 'vitest'
import { cutRange } from '#gateway/testing/fake-vendor/storage.fixture'
import { testVideo } from '#gateway/testing/fake-vendor/test-video.fixture'
import type { Operation } from '#shared/schemas/gemini-requests'
import type { VideoForm, VideoJob } from '#shared/schemas/video-job'
import type { HttpRequest, HttpResponse, Send } from '#shared/wire/http'
import type { Timer } from '../concurrency/timing'
import { openWorkspace, type Workspace, type WorkspaceOptions } from '../workspace'
import { makeFolder } from '../workspace.fixture'

export { testVideo }

export const form: VideoForm = { model: 'gen-video-3.1-fast-generate-preview', prompt: 'A paper boat.' }
export const name = 'operations/abc123'
const fileUri = 'http://127.0.0.1:4715/v1beta/files/f1:download?alt=media'

export type Reply = (call: HttpRequest) => HttpResponse | Promise<HttpResponse>

function json(value: unknown, status = 200, headers = {}): Reply {
  return () => ({ status, headers, body: Buffer.from(JSON.stringify(value)) })
}

export function errorReply(status: number, message: string, headers = {}): Reply {
  return json({ error: { code: status, message, status: 'X' } }, status, headers)
}

export const started = json({ name }, 200, { 'x-exchange-id': 'exchange-1', 'x-upstream': 'demo' })
export const running = json({ name })
export const operation = (rest: Partial<Operation>) => json({ name, ...rest })
type Video = Readonly<Record<string, string>>

export const samples = (...videos: readonly Video[]) =>
  operation({
    done: true,
    response: { generateVideoResponse: { generatedSamples: videos.map((video) => ({ video })) } },
  })
export const done = samples({ uri: fileUri })

/** Sends the whole video, or the requested range. */
export const serveVideo: Reply = (call) => serveBytes(testVideo)(call)

export function serveBytes(bytes: Buffer, mimeType = 'video/mp4'): Reply {
  return ({ headers }) => {
    const { status, headers: replyHeaders, chunks } = cutRange({ bytes, mimeType }, headers.range)
    return { status, headers: toText(replyHeaders), body: Buffer.concat(chunks) }
  }
}

/** Announces the full length, but fails after the given number of bytes. */
export function failAfter(bytes: number, reply = serveVideo): Reply {
  return async (call) => {
    const response = await reply(call)
    const complete = response.body
    async function* streamBody() {
      if (complete instanceof Uint8Array) yield complete.subarray(0, bytes)
      throw new Error('The connection broke.')
    }
    return { ...response, body: streamBody() }
  }
}

export const socketHangUp: Reply = () => Promise.reject(new Error('socket hang up'))

/** Pending until the request is aborted. */
export const neverRespond: Reply = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))

function toText(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, String(value)]))
}

/** Replies in order; the last one of each repeats. */
export interface Script {
  submit?: Reply[]
  poll?: Reply[]
  download?: Reply[]
}

interface Service {
  readonly calls: HttpRequest[]
  readonly send: Send
  readonly count: (kind: keyof Script) => number
  readonly script: Script
}

function openService(script: Script): Service {
  const calls: HttpRequest[] = []
  const kindOf = ({ path }: HttpRequest): keyof Script =>
    path.endsWith(':predictLongRunning') ? 'submit' : path.includes('/operations/') ? 'poll' : 'download'
  const defaults = { submit: [started], poll: [done], download: [serveVideo] }
  return {
    calls,
    script,
    count: (what) => calls.filter((call) => kindOf(call) === what).length,
    async send(call) {
      calls.push(call)
      const kind = kindOf(call)
      const replies = script[kind] ?? defaults[kind]
      const reply = replies.length > 1 ? replies.shift() : replies[0]
      if (!reply) throw new Error(`No answer to ${call.method} ${call.path}.`)
      return await reply(call)
    },
  }
}

export interface Clock {
  now: number
  readonly timer: Timer
  /** Requested delays in milliseconds. */
  readonly delays: number[]
  /** Fires the earliest timer. */
  readonly fireNext: () => void
}

/** Replies once the test calls `answer`. */
export function holdReply(reply: Reply): { readonly reply: Reply; readonly answer: () => void } {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  return { reply: (call) => answered.then(() => reply(call)), answer: () => answer() }
}

/** Unless `manual`, timers fire immediately and advance the clock. */
export function openClock({ manual = false } = {}): Clock {
  const waiting: { readonly at: number; readonly act: () => void }[] = []
  const clock: Clock = {
    now: 1_000_000,
    delays: [],
    timer(milliseconds, act) {
      const pending = { at: clock.now + milliseconds, act }
      clock.delays.push(milliseconds)
      waiting.push(pending)
      if (!manual) setImmediate(() => fire(pending))
      return () => void (waiting.includes(pending) && waiting.splice(waiting.indexOf(pending), 1))
    },
    fireNext() {
      const [first] = waiting.sort((one, other) => one.at - other.at)
      if (first) fire(first)
    },
  }
  const fire = (one: (typeof waiting)[number]) => {
    if (!waiting.includes(one)) return
    waiting.splice(waiting.indexOf(one), 1)
    clock.now = Math.max(clock.now, one.at)
    one.act()
  }
  return clock
}

export interface VideoWorkspace {
  readonly app: Workspace
  readonly service: Service
  readonly clock: Clock
  readonly folder: string
  readonly options: WorkspaceOptions
}

export async function openVideoWorkspace(
  script: Script = {},
  { manual = false, folder = makeFolder() } = {},
) {
  const service = openService(script)
  const clock = openClock({ manual })
  let ids = 0
  const options = {
    folder,
    send: service.send,
    now: () => clock.now,
    timer: clock.timer,
    newId: () => `id-${++ids}-${folder.slice(-6)}`,
  }
  const app = await openWorkspace(options)
  onTestFinished(() => app.close())
  const workspace: VideoWorkspace = { app, service, clock, folder, options }
  return { ...workspace, workspace }
}

/** Returns the list that a watcher receives. */
export async function listVideos(app: Workspace): Promise<VideoJob[]> {
  const abortController = new AbortController()
  for await (const event of app.videos.watch(abortController.signal)) return event.jobs
  throw new Error('Nothing came.')
}

/** Resolves to the job once the condition holds. */
export async function untilVideo(
  app: Workspace,
  id: string,
  isReached: (job: VideoJob) => boolean,
): Promise<VideoJob> {
  for await (const event of app.videos.watch()) {
    const job = event.jobs.find((one) => one.id === id)
    if (job && isReached(job)) return job
  }
  throw new Error('The watching has ended.')
}

export const untilState = (app: Workspace, id: string, state: VideoJob['state']) =>
  untilVideo(app, id, (job) => job.state === state)

/** Creates a video and waits until its operation runs. */
export async function startVideo(app: Workspace): Promise<string> {
  const { id } = await app.videos.create(form)
  await untilState(app, id, 'running')
  return id
}

/** Creates a video and follows it until it ends. */
export async function makeVideo({ app }: VideoWorkspace, videoForm: VideoForm = form): Promise<VideoJob> {
  const { id } = await app.videos.create(videoForm)
  return await untilVideo(app, id, ({ endedAt }) => endedAt !== null)
}
