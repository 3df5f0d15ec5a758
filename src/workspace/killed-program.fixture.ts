// A program that ends in the middle of its work. Arguments: a folder, how it ends (`kill` or `close`), and the scenarios,
// each of which has a workspace in a folder of its name. It ends once all of them are at their points.
import { AsyncLocalStorage } from 'node:async_hooks'
import { appendFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTick, setTimeout as pause } from 'node:timers/promises'
import { testVideo } from '#gateway/testing/fake-vendor/test-video.fixture'
import { toneWav } from '#gateway/testing/tone.fixture'
import type { Part } from '#shared/schemas/content'
import type { HttpRequest, HttpResponse } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import { connect } from './database/connection'
import { makeBranch } from './turn.fixture'
import { openWorkspace, type Workspace } from './workspace'

const [, , root = '', ending = 'kill', ...names] = process.argv
/** The folder of the scenario that the running code belongs to. */
const folders = new AsyncLocalStorage<string>()
const pathOf = (name: string) => join(folders.getStore() ?? '', name)
/** Has a line for each request. */
const callsFile = () => pathOf('calls')

type Answer = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>

interface Scenario {
  /** The upstream's responses. The last one answers every further request. */
  readonly answers?: readonly Answer[]
  /** Timers fire immediately, or never. */
  readonly timers?: 'immediate' | 'never'
  /** Resolves when the program is to end. */
  readonly run: (app: Workspace) => unknown
}

const json =
  (body: unknown): Answer =>
  () => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) })
const never = () => new Promise<never>(() => {})
const toEvent = (data: unknown) => Buffer.from(`data: ${JSON.stringify(data)}\n\n`)
const stream =
  (events: () => AsyncGenerator<Uint8Array>): Answer =>
  () => ({ status: 200, headers: { 'content-type': 'text/event-stream' }, body: events() })
const toChunk = (text: string) => toEvent({ candidates: [{ content: { parts: [{ text }] } }] })
const whole = (...parts: Part[]): Answer =>
  stream(async function* () {
    yield toEvent({ candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] })
  })

function count(toBytes: (text: string) => Uint8Array): Answer {
  return stream(async function* () {
    for (let number = 0; ; number += 1) {
      yield toBytes(`${number} `)
      await pause(2)
    }
  })
}
const countInChat = count(toChunk)

/** The start of an answer, after which nothing comes. */
const begin = (text: string): Answer =>
  stream(async function* () {
    yield toChunk(text)
    await never()
  })

async function until(isReached: () => unknown): Promise<void> {
  while (!isReached()) await pause(2)
}

/** Another connection, as the next start of the application has. */
function onDisk<Result>(work: (connection: ReturnType<typeof connect>) => Result): Result {
  const connection = connect(pathOf('workspace.db'))
  try {
    return work(connection)
  } finally {
    connection.close()
  }
}

/** The text of the running answer as it is on the disk. */
const savedText = () =>
  onDisk((connection) =>
    connection
      .all<{ parts: string }>("SELECT parts FROM turns WHERE state = 'running' AND parts LIKE '%text%'")
      .map(({ parts }) => JSON.parse(parts)[0].text)
      .join(''),
  )
const untilSaved = (start: string) => until(() => savedText().startsWith(start))

const failing = (statement: string) =>
  `CREATE TRIGGER full BEFORE ${statement} BEGIN SELECT RAISE(ABORT, 'no room'); END`

const model = { model: 'gen-2.5-pro' }
const prompt = { conversationId: null, parts: [{ text: 'Count.' }], parameters: model }
const callFunction = (city: string): Part => ({
  functionCall: { id: city, name: 'weather', args: { city } },
  thoughtSignature: `of ${city}`,
})
const functions = {
  on: true,
  answerWithMocks: true,
  declarations: [{ name: 'weather' }],
  mocks: [{ name: 'weather', response: { sky: 'blue' } }],
}

/** A chat of 3000 messages. */
const longChat = () =>
  JSON.stringify({
    kind: 'gen-playground-conversation',
    version: 1,
    exportedAt: 0,
    conversation: {
      title: 'Long',
      createdAt: 0,
      updatedAt: 0,
      headTurnId: 't2999',
      parameters: model,
      kind: 'chat',
    },
    turns: makeBranch(3000),
    media: {},
  })

async function passTicks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick += 1) await nextTick()
}

async function importLong(app: Workspace) {
  const { id: conversationId } = await app.exports.import(longChat())
  const turnId = onDisk((connection) => connection.get<{ id: string }>('SELECT id FROM turns WHERE seq = 2'))
  return { conversationId, turnId: turnId?.id ?? '' }
}

/** Images of 4 MB. Every second one stops after half of its bytes. */
function drawEight(isReached: () => boolean): Scenario {
  const answer = (number: number): Answer => {
    const picture = Buffer.alloc(4_194_304, `picture ${number} `)
    picture.set(Buffer.from('89504e470d0a1a0a', 'hex'))
    const parts = [{ inlineData: { mimeType: 'image/png', data: picture.toString('base64') } }]
    const body = JSON.stringify({ candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] })
    async function* send() {
      yield Buffer.from(body.slice(0, body.length / 2))
      if (number % 2 === 1) await never()
      yield Buffer.from(body.slice(body.length / 2))
    }
    return () => ({ status: 200, headers: { 'content-type': 'application/json' }, body: send() })
  }
  return {
    answers: Array.from({ length: 8 }, (_, number) => answer(number)),
    async run(app) {
      const parameters = { model: 'gen-2.5-flash-image' }
      app.images.draw({ ...prompt, parameters, after: null, variations: 8 })
      await until(isReached)
    },
  }
}
const countComplete = () =>
  onDisk((connection) => connection.all("SELECT 1 FROM turns WHERE role = 'model' AND state = 'complete'"))
    .length
const hasMedia = () => existsSync(pathOf('media')) && readdirSync(pathOf('media')).length > 0

interface TranscriptionStage {
  readonly answers?: readonly Answer[]
  readonly streaming?: boolean
  /** Two pieces; whether the pieces are made at all. */
  readonly pieces?: 'made' | 'not made'
  readonly isReached: (job: ReturnType<Workspace['transcriptions']['job']>) => unknown
  readonly end?: (app: Workspace, id: string) => unknown
}

/** One transcription in progress, one queued, and one paused. */
function transcribe(stage: TranscriptionStage): Scenario {
  const { answers = [never], streaming = false, pieces, isReached, end } = stage
  return {
    answers: answers.map((answer) => async (request) => {
      await readBody(request.body)
      return await answer(request)
    }),
    async run(app) {
      app.settings.update({
        jobs: { videosAtOnce: 1, transcriptionsAtOnce: 1, pieceMegabytes: 25, pieceMinutes: 1 },
      })
      const add = async (file: string, seconds: number) => {
        const { hash, mimeType } = await app.media.store(toneWav(seconds), 'audio/wav')
        const settings = { model: 'gen-4o-transcribe', streaming }
        const sources = [{ media: hash, mimeType, name: file }]
        return (await app.transcriptions.add({ sources, settings })).ids[0] ?? ''
      }
      if (pieces === 'made') void failLoudness(app)
      const id = await add('busy.wav', pieces ? 80 : 1)
      await add('queued.wav', 2)
      app.transcriptions.pause({ ids: [await add('paused.wav', 3)] })
      await until(() => isReached(app.transcriptions.job({ id })))
      await end?.(app, id)
    },
  }
}

/** Nothing here can decode audio, so it is cut without regard to its loudness. */
async function failLoudness(app: Workspace): Promise<void> {
  for await (const { media } of app.loudness.requests()) app.loudness.fail(media, 'Cannot be decoded.')
}

/** Pauses after the first of two pieces, then writes the row as it is between two requests. */
function betweenRequests(change: string): Scenario {
  let sendFirst = () => {}
  const isPaused = new Promise<void>((resolve) => {
    sendFirst = resolve
  })
  return transcribe({
    pieces: 'made',
    answers: [
      async () => {
        await isPaused
        return json({ text: 'First.' })({} as HttpRequest)
      },
      never,
    ],
    isReached: (job) => job?.state === 'sending',
    async end(app, id) {
      app.transcriptions.pause({ ids: [id] })
      sendFirst()
      await until(() => app.transcriptions.job({ id })?.state === 'paused')
      onDisk((connection) =>
        connection.run(
          `UPDATE jobs SET state = 'sending', open = 1, ended_at = NULL, progress = ${change} WHERE id = ?`,
          [id],
        ),
      )
    },
  })
}

const vector = { values: [1, 2] }

interface EmbeddingStage {
  readonly answers: readonly Answer[]
  readonly rows: number
  /** The vendor receives all rows in one request. */
  readonly upstream?: 'vendor'
  readonly sql?: string
  readonly isReached: (app: Workspace) => unknown
}

function embed({ answers, rows: length, upstream, sql, isReached }: EmbeddingStage): Scenario {
  return {
    answers,
    async run(app) {
      if (upstream) app.settings.update({ upstream: { kind: upstream } })
      const settings = { model: 'gen-embedding-001', taskType: null, outputDimensionality: null }
      const { id } = app.embeddings.create({ name: 'Texts', settings, columns: [] })
      const rows = Array.from({ length }, (_, at) => ({ text: `Text ${at}`, title: null, cells: [] }))
      await app.embeddings.insertRows({ id, rows })
      if (sql) onDisk((connection) => connection.exec(sql))
      await app.embeddings.run({ id })
      await until(() => isReached(app))
    },
  }
}

const operation = { name: 'operations/abc123' }
const file = { uri: 'http://127.0.0.1:1/v1beta/files/f1:download?alt=media' }
const finished = {
  ...operation,
  done: true,
  response: { generateVideoResponse: { generatedSamples: [{ video: file }] } },
}
const stall: Answer = () => ({
  status: 200,
  headers: { 'content-length': String(testVideo.length) },
  body: (async function* () {
    yield testVideo.subarray(0, 300)
    await never()
  })(),
})

/** Creates this many videos, one at a time, and resolves once one has this state. */
function makeVideos(
  state: string,
  { videos = 1, bytes = 0, ...rest }: Partial<Scenario> & { videos?: number; bytes?: number },
): Scenario {
  return {
    timers: 'immediate',
    ...rest,
    async run(app) {
      app.settings.update({ jobs: { ...app.settings.read().jobs, videosAtOnce: 1 } })
      for (let index = 0; index < videos; index += 1)
        await app.videos.create({ model: 'gen-video-3.1-fast-generate-preview', prompt: `Boat ${index}` })
      await until(() => existsSync(callsFile()))
      for await (const { jobs } of app.videos.watch())
        if (jobs.some((job) => job.state === state && (job.download?.bytes ?? 0) >= bytes)) return
    },
  }
}

const scenarios: Readonly<Record<string, Scenario>> = {
  prompt: { answers: [countInChat], run: (app) => void app.chat.send(prompt) },
  answer: {
    answers: [countInChat],
    async run(app) {
      const { conversationId } = app.chat.send(prompt)
      app.chat.queue({ ...prompt, conversationId, parts: [{ text: 'Next.' }] })
      await untilSaved('0 ')
      // The second checkpoint.
      const { length } = savedText()
      await until(() => savedText().length > length)
    },
  },
  continued: {
    answers: [begin('One, '), begin('two, ')],
    async run(app) {
      const sent = app.chat.send(prompt)
      await untilSaved('One, ')
      app.chat.stop(sent)
      app.chat.continue(sent)
      await untilSaved('One, two, ')
    },
  },
  loop: {
    answers: [whole(callFunction('Rome'), callFunction('Oslo')), whole(callFunction('Bern')), countInChat],
    async run(app) {
      app.chat.send({ ...prompt, parameters: { ...model, functions } })
      await untilSaved('0 1 2 ')
    },
  },
  compare: {
    answers: [whole({ text: 'Done.' }), countInChat, never],
    async run(app) {
      app.chat.compare({ ...prompt, columns: [model, model, model] })
      await untilSaved('0 1 2 ')
    },
  },
  'unsaved answer': {
    answers: [
      (request) => {
        onDisk((connection) => connection.exec(failing('UPDATE ON turns')))
        return whole({ text: 'The whole answer.' })(request)
      },
    ],
    async run(app) {
      app.chat.send(prompt)
      await until(() => app.saves.list().pending.some(({ rescued }) => rescued))
    },
  },
  import: {
    async run(app) {
      void app.exports.import(longChat())
      await passTicks(30)
    },
  },
  delete: {
    async run(app) {
      void app.chat.deleteTurn(await importLong(app))
      await passTicks(4)
    },
  },
  restore: {
    async run(app) {
      const turn = await importLong(app)
      await app.chat.deleteTurn(turn)
      void app.chat.restoreTurn(turn)
      await passTicks(4)
    },
  },
  'drawing, first file': drawEight(hasMedia),
  'drawing, half complete': drawEight(() => countComplete() === 4),
  'transcription, preparing': transcribe({ pieces: 'not made', isReached: (job) => job?.waiting }),
  'transcription, sending': transcribe({
    isReached: (job) => job?.state === 'sending' && existsSync(callsFile()),
  }),
  'transcription, pausing': transcribe({
    isReached: (job) => job?.state === 'sending' && existsSync(callsFile()),
    end: (app, id) => app.transcriptions.pause({ ids: [id] }),
  }),
  'transcription, streaming': transcribe({
    streaming: true,
    answers: [count((delta) => toEvent({ type: 'transcript.text.delta', delta }))],
    isReached: () => onDisk((file) => file.get("SELECT 1 FROM jobs WHERE progress LIKE '%0 1 2 %'")),
  }),
  'transcription, second piece': transcribe({
    pieces: 'made',
    answers: [json({ text: 'First.' }), never],
    isReached: (job) => job?.pieces[1]?.state === 'sending',
  }),
  'transcription, between pieces': betweenRequests('progress'),
  'transcription, all pieces done': betweenRequests(
    "json_set(progress, '$.pieces[1].state', 'done', '$.pieces[1].text', 'Second.')",
  ),
  embeddings: embed({
    rows: 40,
    answers: [...Array.from({ length: 10 }, () => json({ embedding: vector })), never],
    isReached: (app) => app.embeddings.list()[0]?.counts.done === 10,
  }),
  'unsaved vectors': embed({
    rows: 2,
    answers: [json({ embeddings: [vector, vector] })],
    upstream: 'vendor',
    sql: failing('INSERT ON embedding_vectors'),
    isReached: (app) => app.saves.list().pending.some(({ rescued }) => rescued),
  }),
  'video, queued': makeVideos('queued', { answers: [never], videos: 2 }),
  'video, submitting': makeVideos('submitting', { answers: [never] }),
  'video, running': makeVideos('running', { answers: [json(operation)], timers: 'never' }),
  'video, downloading': makeVideos('downloading', {
    answers: [json(operation), json(finished), stall],
    bytes: 300,
  }),
}

async function reach({ answers = [], timers, run }: Scenario): Promise<Workspace> {
  let requestCount = 0
  const app = await openWorkspace({
    folder: pathOf(''),
    async send(request) {
      appendFileSync(callsFile(), `${request.method}\n`)
      const answer = answers[Math.min(requestCount, answers.length - 1)] ?? never
      requestCount += 1
      return await answer(request)
    },
    ...(timers && {
      timer: (_: number, act: () => void) => {
        if (timers === 'immediate') setImmediate(act)
        return () => {}
      },
    }),
  })
  await run(app)
  return app
}

async function runAll(): Promise<void> {
  const workspaces = await Promise.all(
    names.map((name) => {
      const scenario = scenarios[name]
      if (!scenario) throw new Error(`Unknown scenario: ${name}`)
      const folder = join(root, name)
      mkdirSync(folder)
      return folders.run(folder, () => reach(scenario))
    }),
  )
  if (ending === 'kill') process.kill(process.pid, 'SIGKILL')
  for (const workspace of workspaces) await workspace.close()
  process.exit()
}

void runAll()
// Pending promises alone do not keep the process running.
setInterval(() => {}, 1000)
