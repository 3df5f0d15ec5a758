// Reads the chunks of an answer, streamed or in one piece, and tells an answer that is none.
import type { z } from 'zod'
import { ApiError, readErrorBody } from '#shared/schemas/api-error'
import { GenerateContentResponse } from '#shared/schemas/generation'
import type { Answer, Body } from '#shared/wire/call'
import { readBody } from '#shared/wire/read-body'
import { readEvents } from '#shared/wire/read-events'
import { readErrorResponse } from '../jobs/errors'

/** A picture in one piece is tens of megabytes. */
const answerLimit = 256 * 1024 * 1024

/** Each chunk as it came, unknown fields and their order included. An error in the midst of a stream comes as a chunk. */
export async function* readAnswer(answer: Answer): AsyncGenerator<GenerateContentResponse, void, undefined> {
  if (answer.status !== 200) throw await readErrorResponse(answer)
  if (isJson(answer)) yield* readWhole(answer)
  else yield* readStream(answer)
}

function isJson({ headers }: Answer): boolean {
  return /^\s*application\/json\b/i.test(headers['content-type'] ?? '')
}

/** One chunk; or the array of them in which a stream comes without `alt=sse` (wire §3.2). */
async function* readWhole({ body }: Answer): AsyncGenerator<GenerateContentResponse, void, undefined> {
  const bytes = await readBody(body, answerLimit, () => notAnAnswer(`it is longer than ${answerLimit} bytes`))
  const answer = parseJson(new TextDecoder().decode(bytes))
  const failure = readErrorBody(502, answer)
  if (failure) throw failure
  for (const chunk of Array.isArray(answer) ? answer : [answer]) yield readChunk(chunk)
}

async function* readStream(answer: Answer): AsyncGenerator<GenerateContentResponse, void, undefined> {
  let rest = ''
  let events = 0
  const onRest = (text: string) => {
    rest = text
  }
  for await (const event of readEvents(toStream(answer.body), onRest)) {
    events += 1
    yield readChunk(parseJson(event))
  }
  const failure = readErrorBody(502, parseJson(rest))
  if (failure) throw failure
  if (rest && events === 0) throw notAnAnswer('it is no stream of events')
}

function readChunk(chunk: unknown): GenerateContentResponse {
  if (chunk === undefined) throw notAnAnswer('it is not JSON')
  const result = GenerateContentResponse.safeParse(chunk)
  if (!result.success) throw notAnAnswer(firstIssue(result.error))
  // The schema has accepted the chunk itself; its own copy would put the fields into another order.
  return chunk as GenerateContentResponse
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`
}

function notAnAnswer(reason: string): ApiError {
  return new ApiError('UNAVAILABLE', `The service sent something that is not an answer (${reason}).`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function* toStream(body: Body): AsyncGenerator<Uint8Array, void, undefined> {
  if (body instanceof Uint8Array) yield body
  else if (body) yield* body
}
