// A transcription service whose responses the test scripts, as the application's provider.
import { buffer } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import type { Application } from './application'
import { openScriptedService } from './scripted-service'
import { selectService } from './settings-steps'

/** A received audio file or chunk of one, which waits for its response. */
interface TranscriptionRequest {
  /** The fields of the form, without the file. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly name: string
  readonly mimeType: string
  readonly bytes: Buffer
  respond(text: string): void
  fail(status: number, message: string): void
  /** Streams a part of the text. */
  sendDelta(text: string): void
  /** Streams the final event. */
  finish(text: string): void
  /** Whether the application closed the connection before the response. */
  wasAborted(): boolean
}

export interface ScriptedTranscriptionService {
  /** All requests, in order of arrival. */
  requests: TranscriptionRequest[]
  /** If it returns a text, the service responds with it immediately. */
  respondTo: (request: TranscriptionRequest) => string | undefined
  /** Resolves with the requests from index `first` on, once there are `count` of them. */
  wait(count: number, first?: number): Promise<TranscriptionRequest[]>
  close(): void
}

/** Makes it the application's provider, and opens Transcribe. */
export async function openScriptedTranscriptionService(
  application: Application,
): Promise<ScriptedTranscriptionService> {
  const service = await openScriptedService()
  const transcriptionService: ScriptedTranscriptionService = {
    requests: [],
    respondTo: () => undefined,
    wait: async (count, first = 0) => {
      await expect.poll(() => transcriptionService.requests.length - first).toBe(count)
      return transcriptionService.requests.slice(first)
    },
    close: service.close,
  }
  service.answer = async (incoming, outgoing) => {
    const headers = { 'content-type': incoming.headers['content-type'] ?? '' }
    const form = await new Response(new Uint8Array(await buffer(incoming)), { headers }).formData()
    const file = form.get('file')
    if (!(file instanceof File)) throw new Error('The form has no file.')
    form.delete('file')
    const end = (status: number, body: object) => {
      outgoing.writeHead(status, { 'content-type': 'application/json' })
      outgoing.end(JSON.stringify(body))
    }
    const stream = (event: object) => {
      if (!outgoing.headersSent) outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
      outgoing.write(`data: ${JSON.stringify(event)}\n\n`)
    }
    const request: TranscriptionRequest = {
      fields: Object.fromEntries(form),
      name: file.name,
      mimeType: file.type,
      bytes: Buffer.from(await file.arrayBuffer()),
      respond: (text) => end(200, { text }),
      fail: (status, message) => end(status, { error: { message, type: 'x', param: null, code: null } }),
      sendDelta: (text) => stream({ type: 'transcript.text.delta', delta: text }),
      finish: (text) => {
        stream({ type: 'transcript.text.done', text })
        outgoing.end()
      },
      wasAborted: () => outgoing.destroyed && !outgoing.writableFinished,
    }
    transcriptionService.requests.push(request)
    const text = transcriptionService.respondTo(request)
    if (text !== undefined) request.respond(text)
  }
  await selectService(application, { name: 'Scripted', url: service.url, key: 'key-of-the-scripted-service' })
  await application.page.getByRole('button', { name: 'Transcribe', exact: true }).click()
  return transcriptionService
}
