// What the tests of embeddings stand on: a service whose every answer a test gives by hand, and sets that are watched.
import { onTestFinished } from 'vitest'
import type { EmbeddingRow, EmbeddingSet, EmbeddingSettings } from '#shared/schemas/embedding-set'
import type { SettingsPatch } from '#shared/schemas/settings'
import type { HttpRequest, HttpResponse, Send } from '#shared/wire/http'
import type { Timer } from '../concurrency/timing'
import { openWorkspace, type Workspace } from '../workspace'
import { makeFolder } from '../workspace.fixture'
import { openVectorReader } from './vector-reader'

/** A call that has reached the service. */
export interface PendingRequest {
  readonly call: HttpRequest
  readonly body: unknown
  answer(status: number, body: unknown, headers?: Record<string, string>): void
  /** One vector, or one for each text of a batch. */
  give(...vectors: number[][]): void
  breakOff(): void
}

interface AskedService {
  readonly send: Send
  next(): Promise<PendingRequest>
  readonly count: () => number
  /** From now on each call is answered at once. */
  answerWith(answer: (call: PendingRequest) => void): void
}

function scriptService(): AskedService {
  const came: PendingRequest[] = []
  const waiting: ((call: PendingRequest) => void)[] = []
  let answerAtOnce: ((call: PendingRequest) => void) | undefined
  let count = 0
  return {
    count: () => count,
    send: (call) =>
      new Promise<HttpResponse>((resolve, reject) => {
        count += 1
        call.signal.addEventListener('abort', () => reject(new Error('aborted')))
        const asked = toAsked(call, resolve, reject)
        const taker = waiting.shift()
        if (answerAtOnce) answerAtOnce(asked)
        else if (taker) taker(asked)
        else came.push(asked)
      }),
    next() {
      const ready = came.shift()
      return ready ? Promise.resolve(ready) : new Promise((resolve) => waiting.push(resolve))
    },
    answerWith(answer) {
      answerAtOnce = answer
      for (const asked of came.splice(0)) answer(asked)
    },
  }
}

function toAsked(
  call: HttpRequest,
  resolve: (answer: HttpResponse) => void,
  reject: (error: Error) => void,
): PendingRequest {
  const asked: PendingRequest = {
    call,
    // The run sends bytes at hand.
    body: JSON.parse(Buffer.from(call.body as Uint8Array).toString()),
    answer: (status, body, headers = {}) =>
      resolve({ status, headers, body: Buffer.from(JSON.stringify(body)) }),
    give(...vectors) {
      const [values] = vectors
      if (call.path.endsWith(':embedContent')) asked.answer(200, { embedding: { values } })
      else asked.answer(200, { embeddings: vectors.map((each) => ({ values: each })) })
    },
    breakOff: () => reject(new Error('The connection broke.')),
  }
  return asked
}

/** The text of a single call. */
export function textOf({ body }: PendingRequest): string {
  return (body as { content: { parts: { text: string }[] } }).content.parts[0]?.text ?? ''
}

export const settings: EmbeddingSettings = {
  model: 'gen-embedding-001',
  taskType: null,
  outputDimensionality: null,
}

/** What the vendor needs to be chosen; its key is nobody's business here. */
export const vendor: SettingsPatch = { upstream: { kind: 'vendor' } }

export interface EmbeddingWorkspace {
  readonly app: Workspace
  readonly service: AskedService
  readonly folder: string
}

export async function openEmbeddingWorkspace(
  given: { folder?: string; settings?: SettingsPatch; timer?: Timer; now?: () => number } = {},
): Promise<EmbeddingWorkspace> {
  const { folder = makeFolder(), settings: patch, ...options } = given
  const service = scriptService()
  const app = await openWorkspace({ folder, send: service.send, ...options })
  onTestFinished(() => app.close())
  if (patch) app.settings.update(patch)
  return { app, service, folder }
}

/** A set with a row for each of these texts. */
export async function makeSet(
  { app }: Pick<EmbeddingWorkspace, 'app'>,
  texts: readonly string[],
  chosen: Partial<EmbeddingSettings> = {},
): Promise<string> {
  const { id } = app.embeddings.create({ name: 'Texts', settings: { ...settings, ...chosen }, columns: [] })
  await addTexts({ app }, id, texts)
  return id
}

export async function addTexts(
  { app }: Pick<EmbeddingWorkspace, 'app'>,
  id: string,
  texts: readonly string[],
): Promise<number[]> {
  const rows = texts.map((text) => ({ text, title: null, cells: [] }))
  return rows.length === 0 ? [] : (await app.embeddings.insertRows({ id, before: null, rows })).ids
}

export function readRows({ app }: Pick<EmbeddingWorkspace, 'app'>, id: string): EmbeddingRow[] {
  return app.embeddings.rows({ id, offset: 0, limit: 1000 }).rows
}

/** In the order of the set: `text state`, and what was said against it. */
export function publishRows(studio: Pick<EmbeddingWorkspace, 'app'>, id: string): string[] {
  return readRows(studio, id).map(({ text, state, cached, error }) =>
    [text, state, ...(cached ? ['cached'] : []), ...(error === null ? [] : [error])].join(' '),
  )
}

export async function waitUntilSet(
  { app }: Pick<EmbeddingWorkspace, 'app'>,
  id: string,
  isReached: (set: EmbeddingSet) => boolean,
): Promise<EmbeddingSet> {
  for await (const event of app.embeddings.watch({ id }))
    if (event.type === 'set' && isReached(event.set)) return event.set
  throw new Error('The watching has ended.')
}

export function untilIdle(studio: Pick<EmbeddingWorkspace, 'app'>, id: string): Promise<EmbeddingSet> {
  return waitUntilSet(studio, id, ({ running }) => !running)
}

export async function readVectors(
  { folder }: Pick<EmbeddingWorkspace, 'folder'>,
  id: string,
  dimensions: number,
): Promise<ArrayBuffer> {
  const reader = openVectorReader(folder)
  const { pieces, byteLength } = await reader.read({ id, dimensions })
  const bytes = new Uint8Array(byteLength)
  let at = 0
  for await (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  reader.close()
  return bytes.buffer
}
