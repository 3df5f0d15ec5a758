// Reads the chunks of a streamed answer, and tells an answer that is none.
import type { z } from 'zod'
import { ApiError, readErrorBody, toErrorCode } from '#shared/schemas/api-error'
import { GenerateContentResponse } from '#shared/schemas/generation'
import type { Answer, Body } from '#shared/wire/call'
import { readBody } from '#shared/wire/read-body'
import { readEvents } from '#shared/wire/read-events'

const errorBodyLimit = 1024 * 1024

/** Each chunk as it came, unknown fields and their order included. An error in the midst of a stream comes as a chunk. */
export async function* readAnswer(answer: Answer): AsyncGenerator<GenerateContentResponse, void, undefined> {
  if (answer.status !== 200) throw await readRefusal(answer)
  let rest = ''
  let events = 0
  const onRest = (text: string) => {
    rest = text
  }
  for await (const event of readEvents(toStream(answer.body), onRest)) {
    events += 1
    yield readChunk(event)
  }
  const failure = readErrorBody(502, parseJson(rest))
  if (failure) throw failure
  if (rest && events === 0) throw notAnAnswer('it is no stream of events')
}

async function readRefusal({ status, body }: Answer): Promise<ApiError> {
  const bytes = await readBody(body, errorBodyLimit, () => notAnAnswer(`its status is ${status}`))
  const told = readErrorBody(status, parseJson(new TextDecoder().decode(bytes)))
  return (
    told ?? new ApiError(toErrorCode(status), `The service answered with status ${status}.`, { http: status })
  )
}

function readChunk(event: string): GenerateContentResponse {
  const chunk = parseJson(event)
  if (chunk === undefined) throw notAnAnswer('an event is not JSON')
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
