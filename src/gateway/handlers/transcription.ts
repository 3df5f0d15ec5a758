// Audio to text: streams the form to the upstream unchanged, and completes it only if it is valid (E1).
import { largeFile, transcriberNotFound } from '#shared/endpoints/errors'
import { findModel } from '#shared/models/catalog'
import type { HttpResponse } from '#shared/wire/http'
import { streamBody } from '#shared/wire/read-body'
import { formOverhead } from '../ports'
import { redactErrorLines } from '../redaction/json'
import { redactName } from '../redaction/text'
import type { FormReader } from './form-reader'
import type { HandlerRequest, Handlers } from './handler'
import {
  ensureJson,
  isErrorResponse,
  rejectHtml,
  requestUpstream,
  toInertHeaders,
  toUpstreamRequest,
} from './upstream-request'

export const transcription: Pick<Handlers, 'transcribe'> = { transcribe }

async function transcribe(request: HandlerRequest): Promise<HttpResponse> {
  const { multipartBody } = request.limits
  const fileLimit = Math.max(0, multipartBody - formOverhead)
  const contentLength = Number(request.headers['content-length'] ?? 0)
  if (contentLength > multipartBody) throw largeFile(fileLimit, contentLength)
  // Loaded only for forms, because the parser is large.
  const { readForm } = await import('./form-reader')
  const form = readForm(request.headers['content-type'] ?? '', {
    checkModel: (name) => checkTranscriber(request, name),
    checkSize: (bytes) => {
      if (bytes > fileLimit) throw largeFile(fileLimit, bytes)
    },
  })
  const relayed = await relayForm(request, form, fileLimit)
  const response = await redactErrors(request, relayed)
  return isErrorResponse(response)
    ? response
    : {
        ...response,
        headers: { ...toInertHeaders(response.headers), 'cache-control': 'no-cache, no-transform' },
      }
}

/** Errors that contain a key may come with a success status, or within a stream. Rejects HTML pages. */
async function redactErrors(request: HandlerRequest, response: HttpResponse): Promise<HttpResponse> {
  const { headers, body } = response
  const type = headers['content-type'] ?? ''
  if (isErrorResponse(response) || body === null || headers['content-encoding']) return response
  if (type.startsWith('application/json')) return await ensureJson(request, response)
  await rejectHtml(response)
  if (!type.startsWith('text/event-stream')) return response
  const { 'content-length': _, ...others } = headers
  return { ...response, headers: others, body: redactErrorLines(streamBody(body), request.redact) }
}

/** A problem with the form takes precedence over the upstream's response to the incomplete form. */
async function relayForm(
  request: HandlerRequest,
  form: FormReader,
  fileLimit: number,
): Promise<HttpResponse> {
  let problem: unknown

  /** Stays one chunk behind, so that the last one is sent only after the whole form was checked. */
  async function* streamForm(): AsyncGenerator<Uint8Array, void, undefined> {
    let last: Uint8Array | undefined
    let bytes = 0
    try {
      for await (const chunk of streamBody(request.body)) {
        bytes += chunk.length
        if (bytes > request.limits.multipartBody) throw largeFile(fileLimit, bytes)
        await form.read(chunk)
        if (last) yield last
        last = chunk
      }
      await form.end()
    } catch (error) {
      problem = error
      throw error
    }
    if (last) yield last
  }

  try {
    const response = await requestUpstream(request, toUpstreamRequest(request, { body: streamForm() }))
    // An upstream in this process may respond to the incomplete form before the problem is thrown.
    if (problem) throw problem
    return response
  } catch (error) {
    throw problem ?? error
  } finally {
    request.record.describeForm(form.describe(), form.fileBytes())
  }
}

function checkTranscriber(request: HandlerRequest, name: string): void {
  request.record.setModel(name)
  const entry = findModel(name, request.models)
  if (!entry && request.upstream.listModels) return
  if (entry?.kind !== 'transcription') throw transcriberNotFound(redactName(name))
}
