// Audio to text: the form streams through to the upstream byte for byte while it is read along, and ends only once proven whole (E1).
import { findModel } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import type { HttpResponse } from '#shared/wire/http'
import { streamBody } from '#shared/wire/read-body'
import { formOverhead } from '../ports'
import { type FormReader, readForm } from './form-reader'
import type { HandlerRequest, Handlers } from './handler'
import { transcriptionModelNotFound } from './models'
import { redactDeep } from './upstream-error'
import {
  ensureJson,
  isErrorResponse,
  rejectHtml,
  requestUpstream,
  toInertHeaders,
  toUpstreamRequest,
} from './upstream-request'

export const transcription: Pick<Handlers, 'transcribe'> = { transcribe }

async function transcribe(call: HandlerRequest): Promise<HttpResponse> {
  const { multipartBody } = call.limits
  const fileLimit = Math.max(0, multipartBody - formOverhead)
  const announced = Number(call.headers['content-length'] ?? 0)
  if (announced > multipartBody) throw tooLarge(fileLimit, announced)
  const form = readForm(call.headers['content-type'] ?? '', {
    checkModel: (name) => checkTranscriber(call, name),
    checkSize: (bytes) => {
      if (bytes > fileLimit) throw tooLarge(fileLimit, bytes)
    },
  })
  const relayed = await relayForm(call, form, (bytes) => tooLarge(fileLimit, bytes))
  const answer = await redactErrors(call, relayed)
  return isErrorResponse(answer)
    ? answer
    : { ...answer, headers: { ...toInertHeaders(answer.headers), 'cache-control': 'no-cache, no-transform' } }
}

/** An error may come under a success's status, or in the middle of a stream, and the key in it; a page is no answer. */
async function redactErrors(call: HandlerRequest, answer: HttpResponse): Promise<HttpResponse> {
  const { headers, body } = answer
  const type = headers['content-type'] ?? ''
  if (isErrorResponse(answer) || body === null || headers['content-encoding']) return answer
  if (type.startsWith('application/json')) return await ensureJson(call, answer)
  await rejectHtml(answer)
  if (!type.startsWith('text/event-stream')) return answer
  const { 'content-length': _, ...others } = headers
  return { ...answer, headers: others, body: redactEvents(streamBody(body), call.redact) }
}

/** What is wrong with the form takes precedence over what the upstream made of the part that it received. */
async function relayForm(
  call: HandlerRequest,
  form: FormReader,
  toSizeError: (bytes: number) => ApiError,
): Promise<HttpResponse> {
  let problem: unknown

  /** Always one chunk behind: the last one is sent when the whole form is known to be good. */
  async function* streamForm(): AsyncGenerator<Uint8Array, void, undefined> {
    let last: Uint8Array | undefined
    let bytes = 0
    try {
      for await (const chunk of streamBody(call.body)) {
        bytes += chunk.length
        if (bytes > call.limits.multipartBody) throw toSizeError(bytes)
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
    const answer = await requestUpstream(call, toUpstreamRequest(call, { body: streamForm() }))
    // An upstream in this very process may answer the incomplete form before its sender hears of the break.
    if (problem) throw problem
    return answer
  } catch (error) {
    throw problem ?? error
  } finally {
    call.record.describeRequest(form.describe())
  }
}

function checkTranscriber(call: HandlerRequest, name: string): void {
  call.record.setModel(name)
  if (findModel(name, call.models)?.kind !== 'transcription') throw transcriptionModelNotFound(name)
}

function tooLarge(limit: number, bytes: number): ApiError {
  return new ApiError(
    'PAYLOAD_TOO_LARGE',
    `Maximum content size limit (${limit}) exceeded (${bytes} bytes read)`,
    {
      param: 'file',
    },
  )
}

/** A line that is longer is none of an error, and goes on before its end has come. */
const maxLineLength = 1_048_576

const lineBreak = 0x0a

export async function* redactEvents(
  bytes: AsyncIterable<Uint8Array>,
  redact: HandlerRequest['redact'],
): AsyncGenerator<Uint8Array, void, undefined> {
  let held = Buffer.alloc(0)
  for await (const chunk of bytes) {
    const whole = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk])
    const end = whole.length > maxLineLength ? whole.length : whole.lastIndexOf(lineBreak) + 1
    held = whole.subarray(end)
    if (end > 0) yield redactLines(whole.subarray(0, end), redact)
  }
  if (held.length > 0) yield redactLines(held, redact)
}

function redactLines(lines: Buffer, redact: HandlerRequest['redact']): Buffer {
  if (!lines.includes('"error"') && !lines.includes('"message"')) return lines
  const clean = lines
    .toString('utf8')
    .split('\n')
    .map((line) => (/"(?:error|message)"/.test(line) ? redactLine(line, redact) : line))
  return Buffer.from(clean.join('\n'))
}

function redactLine(line: string, redact: HandlerRequest['redact']): string {
  const [, field = '', text = '', end = ''] = /^(data: ?)?(.*?)(\r?)$/s.exec(line) ?? []
  try {
    return field + JSON.stringify(redactDeep(JSON.parse(text), redact)) + end
  } catch {
    return redact(line)
  }
}
