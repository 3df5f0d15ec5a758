// Reads what a service has heard: its answer in one piece, or the deltas of a stream and the text that ends it (wire §8).
import { ApiError, readErrorBody } from '#shared/schemas/api-error'
import { TranscriptionResponse } from '#shared/schemas/transcription'
import type { Answer, Body } from '#shared/wire/call'
import { readBody } from '#shared/wire/read-body'
import { readEvents } from '#shared/wire/read-events'
import { isOutcomeUnknown, readErrorResponse } from '../jobs/errors'

/** What was answered. What breaks off before its end throws, and whatever else may have been billed for nothing. */
export type Spoken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly error: ApiError }

/** Bytes: hours of speech are a few hundred thousand. */
const answerLimit = 64 * 1024 * 1024

/** Asked for a stream or not, it is read as it comes: some models answer in one piece all the same. */
export async function readSpoken(answer: Answer, onDelta: (delta: string) => void): Promise<Spoken> {
  const type = answer.headers['content-type'] ?? ''
  if (answer.status !== 200) {
    const error = await readErrorResponse(answer)
    if (isOutcomeUnknown(answer)) throw error
    return { kind: 'refused', error }
  }
  if (/^\s*text\/event-stream\b/i.test(type)) return await readStream(answer.body, onDelta)
  const text = await readWhole(answer.body)
  if (/^\s*text\/plain\b/i.test(type)) return { kind: 'text', text }
  return readAnswer(parseJson(text))
}

function readAnswer(answer: unknown): Spoken {
  const error = readErrorBody(502, answer)
  if (error) return { kind: 'refused', error }
  const { data } = TranscriptionResponse.safeParse(answer)
  if (!data) throw notAnAnswer()
  return { kind: 'text', text: data.text }
}

interface SpokenEvent {
  readonly type?: unknown
  readonly delta?: unknown
  readonly text?: unknown
}

async function readStream(body: Body, onDelta: (delta: string) => void): Promise<Spoken> {
  let rest = ''
  const onRest = (text: string) => {
    rest = text
  }
  let ended: Spoken | undefined
  // What breaks off once everything has been told takes nothing away.
  const events = untilBroken(readEvents(toFlow(body), onRest), () => ended !== undefined)
  for await (const event of events) {
    if (event === '[DONE]') break
    const content = parseJson(event)
    const error = readErrorBody(502, content)
    if (error) return { kind: 'refused', error }
    // Whatever else may come is of no concern here.
    const { type, delta, text } = (content ?? {}) as SpokenEvent
    if (type === 'transcript.text.delta' && typeof delta === 'string') onDelta(delta)
    if (type === 'transcript.text.done' && typeof text === 'string') ended = { kind: 'text', text }
  }
  const error = readErrorBody(502, parseJson(rest))
  if (error) return { kind: 'refused', error }
  if (ended) return ended
  throw new ApiError('ABORTED', 'The answer was cut off before its end.')
}

async function* untilBroken(events: AsyncIterable<string>, isWhole: () => boolean) {
  try {
    yield* events
  } catch (error) {
    if (!isWhole()) throw error
  }
}

function notAnAnswer(): ApiError {
  return new ApiError('UNAVAILABLE', 'The service sent something that is not a transcript.')
}

async function readWhole(body: Body): Promise<string> {
  return new TextDecoder().decode(await readBody(body, answerLimit, notAnAnswer))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function* toFlow(body: Body): AsyncGenerator<Uint8Array, void, undefined> {
  if (body instanceof Uint8Array) yield body
  else if (body) yield* body
}
