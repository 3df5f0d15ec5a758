// What the tests of videos stand on: a service whose every answer a test gives, a clock that waits for nobody, and a viewer.
import { onTestFinished } from 'vitest'
import { cutRange } from '#gateway/testing/fake-vendor/storage.fixture'
import { testVideo } from '#gateway/testing/fake-vendor/test-video.fixture'
import type { Operation } from '#shared/schemas/operation'
import type { VideoForm, VideoJob } from '#shared/schemas/video-job'
import type { HttpRequest, HttpResponse, Send } from '#shared/wire/http'
import type { Timer } from '../concurrency/timing'
import { openWorkspace, type Workspace, type WorkspaceOptions } from '../workspace'
import { makeFolder } from '../workspace.fixture'

export { testVideo }

export const form: VideoForm = { model: 'gen-video-3.1-fast-generate-preview', prompt: 'A paper boat.' }
export const name = 'operations/abc123'
const fileUri = 'http://127.0.0.1:4715/v1beta/files/f1:download?alt=media'

type Reply = (call: HttpRequest) => HttpResponse | Promise<HttpResponse>

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

/** The whole film, or the range of it. */
export const serveVideo: Reply = (call) => serveBytes(testVideo)(call)

export function serveBytes(bytes: Buffer, mimeType = 'video/mp4'): Reply {
  return ({ headers }) => {
    const { status, headers: told, chunks } = cutRange({ bytes, mimeType }, headers.range)
    return { status, headers: toText(told), body: Buffer.concat(chunks) }
  }
}

/** Announces all that is asked for, and breaks after so many bytes of it. */
export function failAfter(bytes: number, hand = serveVideo): Reply {
  return async (call) => {
    const answer = await hand(call)
    const whole = answer.body
    async function* flow() {
      if (whole instanceof Uint8Array) yield whole.subarray(0, bytes)
      throw new Error('The connection broke.')
    }
    return { ...answer, body: flow() }
  }
}

export const socketHangUp: Reply = () => Promise.reject(new Error('socket hang up'))

/** Until the caller goes away. */
export const neverRespond: Reply = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))

function toText(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, String(value)]))
}

/** In their order; the last of each again and again. */
export interface Script {
  submit?: Reply[]
  poll?: Reply[]
  download?: Reply[]
}

interface Service {
  readonly calls: HttpRequest[]
  readonly send: Send
  readonly count: (what: keyof Script) => number
  readonly script: Script
}

function openService(script: Script): Service {
  const calls: HttpRequest[] = []
  const kindOf = ({ path }: HttpRequest): keyof Script =>
    path.endsWith(':predictLongRunning') ? 'submit' : path.includes('/operations/') ? 'poll' : 'download'
  const whole = { submit: [started], poll: [done], download: [serveVideo] }
  return {
    calls,
    script,
    count: (what) => calls.filter((call) => kindOf(call) === what).length,
    async send(call) {
      calls.push(call)
      const what = kindOf(call)
      const replies = script[what] ?? whole[what]
      const reply = replies.length > 1 ? replies.shift() : replies[0]
      if (!reply) throw new Error(`No answer to ${call.method} ${call.path}.`)
      return await reply(call)
    },
  }
}

export interface Clock {
  now: number
  readonly timer: Timer
  /** Milliseconds that were asked for. */
  readonly pauses: number[]
  /** The earliest that waits. */
  readonly ring: () => void
}

/** A timer that is not `held` rings at once, and the time is then what it would have been. */
export function openClock({ held = false } = {}): Clock {
  const waiting: { readonly at: number; readonly act: () => void }[] = []
  const clock: Clock = {
    now: 1_000_000,
    pauses: [],
    timer(milliseconds, act) {
      const one = { at: clock.now + milliseconds, act }
      clock.pauses.push(milliseconds)
      waiting.push(one)
      if (!held) setImmediate(() => ring(one))
      return () => void (waiting.includes(one) && waiting.splice(waiting.indexOf(one), 1))
    },
    ring() {
      const [first] = waiting.sort((one, other) => one.at - other.at)
      if (first) ring(first)
    },
  }
  const ring = (one: (typeof waiting)[number]) => {
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
  { held = false, folder = makeFolder() } = {},
): Promise<VideoWorkspace> {
  const service = openService(script)
  const clock = openClock({ held })
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
  return { app, service, clock, folder, options }
}

/** The list as a watcher knows it. */
export async function indexVideos(app: Workspace): Promise<VideoJob[]> {
  const leaving = new AbortController()
  for await (const event of app.videos.watch(leaving.signal)) if (event.type === 'snapshot') return event.jobs
  throw new Error('Nothing came.')
}

/** Resolves with the job once it is so. */
export async function untilVideo(
  app: Workspace,
  id: string,
  isReached: (job: VideoJob) => boolean,
): Promise<VideoJob> {
  for await (const event of app.videos.watch()) {
    if (event.type === 'gone') continue
    const job = event.jobs.find((one) => one.id === id)
    if (job && isReached(job)) return job
  }
  throw new Error('The watching has ended.')
}

export const untilState = (app: Workspace, id: string, state: VideoJob['state']) =>
  untilVideo(app, id, (job) => job.state === state)

/** Makes a video and follows it to its end, whichever that is. */
export async function makeVideo({ app }: VideoWorkspace, given: VideoForm = form): Promise<VideoJob> {
  const { id } = await app.videos.create(given)
  return await untilVideo(app, id, ({ endedAt }) => endedAt !== null)
}
