// An embedding service whose responses the test scripts, as the application's provider.
import { text } from 'node:stream/consumers'
import { sendJson } from '../src/dev/scripted-upstream.mjs'
import type { Application } from './application'
import { toThemedVector } from './embeddings-steps'
import { openRecordingService, type RecordingService, wasAborted } from './scripted-service'

interface SentText {
  content?: { parts: { text: string }[] }
  outputDimensionality?: number
}

/** A received request, which waits for its response. */
interface EmbedRequest {
  readonly path: string
  readonly body: SentText
  /** The text to embed. */
  readonly text: string
  respond(vector: readonly number[]): void
  reject(message: string): void
  /** Says that requests are accepted again in a minute. */
  limit(): void
  wasAborted(): boolean
}

export interface ScriptedEmbeddingService extends RecordingService<EmbedRequest> {
  /** Handles each new request. By default it responds with the text’s themed vector. */
  answer: (request: EmbedRequest) => void
}

/** Makes it the application's provider, and opens Embeddings. */
export async function openScriptedEmbeddingService(
  application: Application,
): Promise<ScriptedEmbeddingService> {
  const service = await openRecordingService(application, 'Embeddings', async (incoming, outgoing) => {
    const body: SentText = JSON.parse(await text(incoming))
    const fail = (code: number, status: string, message: string) =>
      sendJson(outgoing, { error: { code, message, status } }, code)
    const request: EmbedRequest = {
      path: (incoming.url ?? '').replace(/\?.*/, ''),
      body,
      text: body.content?.parts[0]?.text ?? '',
      respond: (values) => sendJson(outgoing, { embedding: { values } }),
      reject: (message) => fail(400, 'INVALID_ARGUMENT', message),
      limit: () => {
        outgoing.setHeader('retry-after', '60')
        fail(429, 'RESOURCE_EXHAUSTED', 'Too many requests.')
      },
      wasAborted: () => wasAborted(outgoing),
    }
    embeddingService.answer(request)
    return request
  })
  const embeddingService: ScriptedEmbeddingService = {
    ...service,
    answer: ({ text, respond }) => respond(toThemedVector(text)),
  }
  return embeddingService
}
