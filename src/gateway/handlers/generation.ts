// Text and images: one answer, a streamed answer, a count of tokens (E2–E9, E11–E13, E15–E17).
import { ApiError } from '#shared/schemas/api-error'
import type { Answer, Body } from '#shared/wire/call'
import { readBody } from '#shared/wire/read-body'
import { askForJson, askUpstream, isRefusal, readingOf, toUpstreamCall } from './ask-upstream'
import type { EventsAnswer, GatewayCall, Handlers } from './handler'
import { readFailure, readModelEvents } from './read-model-events'
import { refusePage } from './refuse-page'

/** Answers that a stream may begin with instead of events are read up to this many bytes. */
const mostErrorBytes = 1_048_576

export const generation: Pick<Handlers, 'generateContent' | 'streamGenerateContent' | 'countTokens'> = {
  generateContent: (call) => askForJson(call, toUpstreamCall(call)),
  countTokens: (call) => askForJson(call, toUpstreamCall(call)),
  streamGenerateContent: streamContent,
}

/** The upstream is always asked for events; `alt` alone decides what the caller gets (decisions §5). */
async function streamContent(call: GatewayCall<'streamGenerateContent'>): Promise<Answer | EventsAnswer> {
  const framing = readAlt(call.query) === 'sse' ? 'sse' : 'array'
  const path = `${call.path}?${withAltSse(call.query)}`
  const answer = await askUpstream(call, toUpstreamCall(call, { path }))
  if (isRefusal(answer)) return answer
  if (isDocument(answer)) return await refuseDocument(call, answer)
  const reading = {
    conceal: readingOf(call).conceal,
    noteUsage: (usage: unknown) => call.notes.noteUsage(usage),
  }
  const events = readModelEvents(toFlow(answer.body), reading)
  return { status: 200, headers: answer.headers, framing, events }
}

/** `alt` or `$alt`; a value such as `json;enum-encoding=int` is not `sse` (wire §3.2). */
function readAlt(query: string): string | null {
  const parameters = new URLSearchParams(query)
  return parameters.get('alt') ?? parameters.get('$alt')
}

function withAltSse(query: string): string {
  const others = query.split('&').filter((pair) => pair !== '' && !/^(?:\$|%24)?alt(?:=|$)/i.test(pair))
  return [...others, 'alt=sse'].join('&')
}

function toFlow(body: Body): AsyncIterable<Uint8Array> {
  return body === null || body instanceof Uint8Array ? flowOf(body ?? new Uint8Array()) : body
}

async function* flowOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes
}

/** Whatever names itself something other than a stream of events: JSON, a page of HTML. */
function isDocument(answer: Answer): boolean {
  return !/^text\/event-stream\b/i.test(answer.headers['content-type'] ?? 'text/event-stream')
}

/** An error object under status 200 is told as the error it is; any other document is not what was asked for. */
async function refuseDocument(call: GatewayCall, answer: Answer): Promise<never> {
  await refusePage(answer)
  const refusal = new ApiError(
    'UNAVAILABLE',
    'The upstream answered with one document where a stream was asked for.',
  )
  const bytes = await readBody(answer.body, mostErrorBytes, () => refusal)
  throw readFailure(new TextDecoder().decode(bytes), readingOf(call).conceal) ?? refusal
}
