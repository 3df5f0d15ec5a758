// An embedding service that counts what it is asked, and whose every answer the test decides, as the application's upstream.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, type Page } from '@playwright/test'
import { openScriptedService } from './scripted-service'
import { chooseService } from './settings-steps'

/** One call that has come; it waits until it has an answer. */
export interface EmbedRequest {
  readonly path: string
  /** The whole of it. */
  readonly body: unknown
  /** The text that it is about. */
  readonly text: string
  give(vector: readonly number[]): void
  tell(status: number, body: object, headers?: Readonly<Record<string, string>>): void
  /** With the vendor's form of an error. */
  refuse(status: number, message: string, headers?: Readonly<Record<string, string>>): void
  /** The application has closed the connection before there was an answer. */
  isCut(): boolean
}

export interface ScriptedEmbeddingService {
  /** All of them, in the order in which they came. */
  calls: EmbedRequest[]
  /** What becomes of those to come; one that it leaves alone waits. At first each gets its text's own vector. */
  answer: (call: EmbedRequest) => void
  /** Until there are so many. */
  wait(count: number): Promise<void>
  close(): void
}

/** The application of this page asks it from now on, and shows its embeddings. */
export async function openScriptedEmbeddingService(page: Page): Promise<ScriptedEmbeddingService> {
  const service = await openScriptedService()
  const embedder: ScriptedEmbeddingService = {
    calls: [],
    answer: (call) => call.give(toVector(call)),
    wait: (count) => expect.poll(() => embedder.calls.length).toBe(count),
    close: service.close,
  }
  service.answer = async (incoming, outgoing) => {
    const call = await readCall(incoming, outgoing)
    embedder.calls.push(call)
    embedder.answer(call)
  }
  await chooseService(page, { name: 'Embedder', url: service.url, key: 'key-of-the-embedder' })
  await page.getByRole('contentinfo').getByText('Embedder').first().waitFor()
  await page.getByRole('button', { name: 'Embeddings', exact: true }).click()
  return embedder
}

interface SentText {
  content?: { parts: { text: string }[] }
  contents?: { parts: { text: string }[] }[]
  outputDimensionality?: number
}

async function readCall(incoming: IncomingMessage, outgoing: ServerResponse): Promise<EmbedRequest> {
  const body: SentText = JSON.parse(await text(incoming))
  const tell: EmbedRequest['tell'] = (status, told, headers) => {
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
    outgoing.end(JSON.stringify(told))
  }
  return {
    path: (incoming.url ?? '').replace(/\?.*/, ''),
    body,
    text: (body.content ?? body.contents?.[0])?.parts[0]?.text ?? '',
    tell,
    give: (values) => tell(200, { embedding: { values } }),
    refuse: (status, message, headers) =>
      tell(status, { error: { code: status, message, status: statuses[status] ?? 'UNKNOWN' } }, headers),
    isCut: () => outgoing.destroyed && !outgoing.writableFinished,
  }
}

const statuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  429: 'RESOURCE_EXHAUSTED',
}

/** As long as it was asked for, else 8 numbers; its direction is that of the text's first letters. */
function toVector({ text: words, body }: Pick<EmbedRequest, 'text' | 'body'>): number[] {
  const { outputDimensionality = 8 } = body as SentText
  const letters = words.toLowerCase().replace(/[^a-z]/g, '')
  const vector = Array.from({ length: outputDimensionality }, (_, at) =>
    Math.max(0, letters.charCodeAt(at) - 96 || 0),
  )
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}
