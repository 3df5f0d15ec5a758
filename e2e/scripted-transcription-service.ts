// A transcription service whose responses the test scripts, as the application's provider.
import { buffer } from 'node:stream/consumers'
import { sendEvent, sendJson } from '../src/dev/scripted-upstream.mjs'
import type { Application } from './application'
import { openRecordingService, type RecordingService, wasAborted } from './scripted-service'

/** A received audio file or chunk of one, which waits for its response. */
interface TranscriptionRequest {
  /** The fields of the form, without the file. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly name: string
  readonly mimeType: string
  readonly bytes: Buffer
  respond(text: string): void
  fail(message: string): void
  /** Streams a part of the text. */
  sendDelta(text: string): void
  /** Streams the final event. */
  finish(text: string): void
  wasAborted(): boolean
}

export interface ScriptedTranscriptionService extends RecordingService<TranscriptionRequest> {
  /** If it returns a text, the service responds with it immediately. */
  respondTo: (request: TranscriptionRequest) => string | undefined
}

/** Makes it the application's provider, and opens Transcribe. */
export async function openScriptedTranscriptionService(
  application: Application,
): Promise<ScriptedTranscriptionService> {
  const service = await openRecordingService(application, 'Transcribe', async (incoming, outgoing) => {
    const headers = { 'content-type': incoming.headers['content-type'] ?? '' }
    const form = await new Response(new Uint8Array(await buffer(incoming)), { headers }).formData()
    const file = form.get('file')
    if (!(file instanceof File)) throw new Error('The form has no file.')
    form.delete('file')
    const request: TranscriptionRequest = {
      fields: Object.fromEntries(form),
      name: file.name,
      mimeType: file.type,
      bytes: Buffer.from(await file.arrayBuffer()),
      respond: (text) => sendJson(outgoing, { text }),
      fail: (message) => sendJson(outgoing, { error: { message, type: 'x', param: null, code: null } }, 400),
      sendDelta: (delta) => sendEvent(outgoing, { type: 'transcript.text.delta', delta }),
      finish: (text) => {
        sendEvent(outgoing, { type: 'transcript.text.done', text })
        outgoing.end()
      },
      wasAborted: () => wasAborted(outgoing),
    }
    const text = transcriptionService.respondTo(request)
    if (text !== undefined) request.respond(text)
    return request
  })
  const transcriptionService: ScriptedTranscriptionService = { ...service, respondTo: () => undefined }
  return transcriptionService
}
