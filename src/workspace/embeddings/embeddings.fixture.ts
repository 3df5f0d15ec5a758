// Test workspace for embeddings, with a service whose responses the tests script.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type {
  EmbeddingFormat,
  EmbeddingRow,
  EmbeddingSet,
  EmbeddingSettings,
} from '#shared/schemas/embedding-set'
import type { SettingsPatch } from '#shared/schemas/settings'
import { readBlock } from '#shared/vectors/vector-block'
import type { HttpRequest, HttpResponse, Send } from '#shared/wire/http'
import type { Timer } from '../concurrency/timing'
import { createRequestQueue } from '../jobs/request-queue.fixture'
import { openWorkspace, type Workspace } from '../workspace'
import { makeFolder } from '../workspace.fixture'
import type { VectorAs } from './files/write-set'
import { openVectorReader } from './vector-reader'

/** A request that has reached the service. */
export interface PendingRequest {
  readonly call: HttpRequest
  readonly body: unknown
  answer(status: number, body: unknown, headers?: Record<string, string>): void
  /** Responds with one vector, or with one for each text of a batch. */
  sendVectors(...vectors: number[][]): void
  disconnect(): void
}

interface ScriptedEmbeddingService {
  readonly send: Send
  next(): Promise<PendingRequest>
  readonly count: () => number
  /** From now on every request is answered immediately. */
  answerWith(answer: (call: PendingRequest) => void): void
}

function scriptService(): ScriptedEmbeddingService {
  const { add, next, count } = createRequestQueue<PendingRequest>()
  return {
    count,
    next,
    send: (call) =>
      new Promise<HttpResponse>((resolve, reject) => {
        call.signal.addEventListener('abort', () => reject(new Error('aborted')))
        add(toPending(call, resolve, reject))
      }),
    answerWith(answer) {
      void (async () => {
        for (;;) answer(await next())
      })()
    },
  }
}

function toPending(
  call: HttpRequest,
  resolve: (response: HttpResponse) => void,
  reject: (error: Error) => void,
): PendingRequest {
  const pending: PendingRequest = {
    call,
    // The run sends a complete body, not a stream.
    body: JSON.parse(Buffer.from(call.body as Uint8Array).toString()),
    answer: (status, body, headers = {}) =>
      resolve({ status, headers, body: Buffer.from(JSON.stringify(body)) }),
    sendVectors(...vectors) {
      const [values] = vectors
      if (call.path.endsWith(':embedContent')) pending.answer(200, { embedding: { values } })
      else pending.answer(200, { embeddings: vectors.map((each) => ({ values: each })) })
    },
    disconnect: () => reject(new Error('The connection broke.')),
  }
  return pending
}

/** The text of a request that is not a batch. */
export function textOf({ body }: PendingRequest): string {
  return (body as { content: { parts: { text: string }[] } }).content.parts[0]?.text ?? ''
}

export const settings: EmbeddingSettings = {
  model: 'gen-embedding-001',
  taskType: null,
  outputDimensionality: null,
}

/** Selects the vendor; the tests need no key. */
export const vendor: SettingsPatch = { upstream: { kind: 'vendor' } }

export interface EmbeddingWorkspace {
  readonly app: Workspace
  readonly service: ScriptedEmbeddingService
  readonly folder: string
}

export async function openEmbeddingWorkspace(
  options: { folder?: string; settings?: SettingsPatch; timer?: Timer; now?: () => number } = {},
): Promise<EmbeddingWorkspace> {
  const { folder = makeFolder(), settings: patch, ...ports } = options
  const service = scriptService()
  const app = await openWorkspace({ folder, send: service.send, ...ports })
  onTestFinished(() => app.close())
  if (patch) app.settings.update(patch)
  return { app, service, folder }
}

/** Creates a set with a row for each of these texts. */
export async function makeSet(
  { app }: Pick<EmbeddingWorkspace, 'app'>,
  texts: readonly string[],
  overrides: Partial<EmbeddingSettings> = {},
): Promise<string> {
  const { id } = app.embeddings.create({
    name: 'Texts',
    settings: { ...settings, ...overrides },
    columns: [],
  })
  await addTexts({ app }, id, texts)
  return id
}

/** Opens a workspace with a set of these texts. */
export async function openSet(
  texts: readonly string[],
  overrides: Partial<EmbeddingSettings> = {},
  options: Parameters<typeof openEmbeddingWorkspace>[0] = {},
) {
  const workspace = await openEmbeddingWorkspace(options)
  return { ...workspace, workspace, id: await makeSet(workspace, texts, overrides) }
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

/** Returns `text state`, `cached` and the error of each row, in the order of the set. */
export function describeRows(workspace: Pick<EmbeddingWorkspace, 'app'>, id: string): string[] {
  return readRows(workspace, id).map(({ text, state, cached, error }) =>
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

export function untilIdle(workspace: Pick<EmbeddingWorkspace, 'app'>, id: string): Promise<EmbeddingSet> {
  return waitUntilSet(workspace, id, ({ running }) => !running)
}

/** Runs the set, and resolves once the run has ended. */
export async function runSet(
  { app }: Pick<EmbeddingWorkspace, 'app'>,
  id: string,
  options: { rowIds?: number[]; force?: boolean } = {},
): Promise<EmbeddingSet> {
  await app.embeddings.run({ id, ...options })
  return await untilIdle({ app }, id)
}

/** Exports the set to its folder, and returns the path of its first file. */
export async function exportSet(
  { app, folder }: EmbeddingWorkspace,
  id: string,
  [format, vectorAs = 'json']: [EmbeddingFormat, VectorAs?],
): Promise<string> {
  const fileName = app.embeddings.suggestName({ id, format })
  for (const { path, content } of app.embeddings.write({ id, format, vectorAs, fileName })) {
    const chunks: Buffer[] = []
    for await (const chunk of content) chunks.push(Buffer.from(chunk))
    writeFileSync(join(folder, path), Buffer.concat(chunks))
  }
  return join(folder, fileName)
}

/** The numbers of all vectors, in the order of the rows. */
export async function readNumbers(
  workspace: Pick<EmbeddingWorkspace, 'folder'>,
  id: string,
  dimensions: number,
): Promise<number[]> {
  return [...readBlock(await readVectors(workspace, id, dimensions)).values]
}

export async function readVectors(
  { folder }: Pick<EmbeddingWorkspace, 'folder'>,
  id: string,
  dimensions: number,
): Promise<ArrayBuffer> {
  const reader = openVectorReader(folder)
  const { chunks, byteLength } = await reader.read({ id, dimensions })
  const bytes = new Uint8Array(byteLength)
  let at = 0
  for await (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  reader.close()
  return bytes.buffer
}
