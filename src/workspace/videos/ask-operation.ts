// Asks once how far an operation is.
import { ApiError } from '#shared/schemas/api-error'
import type { JobError } from '#shared/schemas/job'
import { Operation } from '#shared/schemas/operation'
import type { Send } from '#shared/wire/call'
import { readBody } from '#shared/wire/read-body'
import { toJobError } from '../jobs/job-error'
import { readRefusal } from '../jobs/read-refusal'
import { type Found, readOperation } from './read-operation'

/** A service may send the video itself along. */
const answerLimit = 512 * 1024 * 1024

type Asked =
  | Found
  /** The service knows nothing of it. */
  | { readonly type: 'gone'; readonly error: JobError }
  /** Nothing is known of the operation, and it is asked about again. */
  | { readonly type: 'trouble'; readonly message: string; readonly retryAfter: number | undefined }

/** Never rejects. `operation` as the gateway has named it. */
export async function askOperation(operation: string, send: Send, signal: AbortSignal): Promise<Asked> {
  try {
    const call = { method: 'GET', path: `/v1beta/${operation}`, headers: {}, body: null, signal }
    const answer = await send(call)
    if (answer.status !== 200) throw await readRefusal(answer)
    const bytes = await readBody(answer.body, answerLimit, () => noOperation('it is too long'))
    return readOperation(readAnswer(bytes))
  } catch (error) {
    if (error instanceof ApiError && error.http === 404) return { type: 'gone', error: gone(error) }
    const { message, retryAfter } = toJobError(error)
    return { type: 'trouble', message, retryAfter }
  }
}

/** Some say null of what they do not say. */
function readAnswer(bytes: Uint8Array): Operation {
  try {
    return Operation.parse(JSON.parse(new TextDecoder().decode(bytes), (_, value) => value ?? undefined))
  } catch {
    throw noOperation('it is no operation')
  }
}

function noOperation(reason: string): ApiError {
  return new ApiError('UNAVAILABLE', `The service sent something that is not an answer (${reason}).`)
}

function gone({ message }: ApiError): JobError {
  const told = 'The service does not know this operation any more, so its video cannot be fetched.'
  return { code: 'NOT_FOUND', message: `${told} It says: ${message}` }
}
