// An embedding service whose responses the test scripts, as the application's provider.
import { text } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import type { Application } from './application'
import { toThemedVector } from './embeddings-steps'
import { openScriptedService } from './scripted-service'
import { selectService } from './settings-steps'

interface SentText {
  content?: { parts: { text: string }[] }
  outputDimensionality?: number
}

/** A received request, which waits for its response. */
export interface EmbedRequest {
  readonly path: string
  readonly body: SentText
  /** The text to embed. */
  readonly text: string
  respond(vector: readonly number[]): void
  /** Responds with an error in the vendor's format. */
  fail(status: number, message: string, headers?: Readonly<Record<string, string>>): void
  /** Whether the application closed the connection before the response. */
  wasAborted(): boolean
}

export interface ScriptedEmbeddingService {
  /** All requests, in order of arrival. */
  requests: EmbedRequest[]
  /** Handles each new request. By default it responds with the text’s themed vector. */
  answer: (request: EmbedRequest) => void
  /** Resolves once there are `count` requests. */
  wait(count: number): Promise<void>
  close(): void
}

/** Makes it the application's provider, and opens Embeddings. */
export async function openScriptedEmbeddingService(
  application: Application,
): Promise<ScriptedEmbeddingService> {
  const service = await openScriptedService()
  const embeddingService: ScriptedEmbeddingService = {
    requests: [],
    answer: ({ text, respond }) => respond(toThemedVector(text)),
    wait: (count) => expect.poll(() => embeddingService.requests.length).toBe(count),
    close: service.close,
  }
  service.answer = async (incoming, outgoing) => {
    const body: SentText = JSON.parse(await text(incoming))
    const respond = (status: number, response: object, headers = {}) => {
      outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
      outgoing.end(JSON.stringify(response))
    }
    const request: EmbedRequest = {
      path: (incoming.url ?? '').replace(/\?.*/, ''),
      body,
      text: body.content?.parts[0]?.text ?? '',
      respond: (values) => respond(200, { embedding: { values } }),
      fail: (status, message, headers) =>
        respond(status, { error: { code: status, message, status: statuses[status] } }, headers),
      wasAborted: () => outgoing.destroyed && !outgoing.writableFinished,
    }
    embeddingService.requests.push(request)
    embeddingService.answer(request)
  }
  await selectService(application, { name: 'Scripted', url: service.url, key: 'key-of-the-scripted-service' })
  await application.page.getByRole('button', { name: 'Embeddings', exact: true }).click()
  return embeddingService
}

const statuses: Readonly<Record<number, string>> = { 400: 'INVALID_ARGUMENT', 429: 'RESOURCE_EXHAUSTED' }
