// Answers a generation: streamed at the pace that is set, or in one piece after the time it would have taken.
import { ApiError } from '#shared/schemas/api-error'
import type { Answer } from '#shared/wire/call'
import { answerJson } from '../answers'
import type { Control } from '../control'
import { frameEvents } from '../framing'
import type { Takes } from '../images/takes'
import { createBreath, wait, waitForAbort } from '../pace'
import { generate } from './generate'
import type { Piece, Pieces } from './piece'
import type { Generation } from './read-request'
import { countPiece, startTally, toChunk, toWhole } from './respond'

interface Performance {
  readonly control: Control
  readonly signal: AbortSignal
  readonly takes: Takes
}

/** An error that shows before the first piece keeps its HTTP status: headers wait for that piece. */
export async function streamGeneration(request: Generation, performance: Performance): Promise<Answer> {
  const pieces = pace(startGeneration(request, performance), performance)
  const first = await pieces.next()
  if (performance.signal.aborted) throw gone()
  const body = frameEvents(chunk(request, rejoin(first, pieces)), { ...performance, dialect: 'gemini' })
  return { status: 200, headers: { 'content-type': 'text/event-stream' }, body }
}

export async function answerGeneration(request: Generation, performance: Performance): Promise<Answer> {
  const { control, signal } = performance
  const pieces: Piece[] = []
  for await (const piece of pace(startGeneration(request, performance), performance)) pieces.push(piece)
  if (control.fault?.kind === 'stall-after') await waitForAbort(signal)
  if (signal.aborted) throw gone()
  if (control.empty) return answerJson({ ...toWhole(request, pieces), candidates: undefined })
  const answer = answerJson(toWhole(request, pieces))
  return control.fault && control.fault.after < 1 ? breakAnswer(answer, control) : answer
}

function startGeneration(request: Generation, { control, signal, takes }: Performance): Pieces {
  return generate(request, { signal, piece: control.piece, image: control.image, takes })
}

export function gone(): ApiError {
  return new ApiError('CANCELLED', 'The caller went away.')
}

/** The faults of a stream, as an answer in one piece shows them. */
function breakAnswer(answer: Answer, { fault }: Control): Answer {
  if (fault?.kind === 'fail-after') {
    throw new ApiError('UNAVAILABLE', 'The demo service failed here, as it was asked to.', { http: 503 })
  }
  const bytes = answer.body instanceof Uint8Array ? answer.body : new Uint8Array()
  const half = bytes.subarray(0, Math.floor(bytes.length / 2))
  if (fault?.kind === 'cut-after') return { ...answer, body: breakOff(half) }
  return {
    ...answer,
    body: fault?.kind === 'garbage-after' ? new TextEncoder().encode('<html>this is no JSON</ht') : half,
  }
}

async function* breakOff(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
  throw new ApiError('UNAVAILABLE', 'The demo service broke the connection, as it was asked to.')
}

/** Keeps a schedule rather than sleeping piece by piece, so that timers' lateness does not add up. Ends when aborted. */
async function* pace(pieces: Pieces, { control, signal }: Performance): Pieces {
  const first = await pieces.next()
  if (first.done) return
  let due = performance.now() + control.firstToken
  const breathe = createBreath()
  for await (const piece of rejoin(first, pieces)) {
    await breathe()
    await wait(due - performance.now(), signal)
    if (signal.aborted) return
    yield piece
    due = Math.max(due, performance.now() - 250) + (countWritten(piece) * 1000) / control.tokensPerSecond
  }
}

/** Tokens that take their time. A picture has taken its own in being drawn. */
function countWritten({ part, tokens = 0, thoughtTokens = 0 }: Piece): number {
  return part && !part.inlineData ? tokens + thoughtTokens : 0
}

/** Puts the piece that was taken ahead back before the others. */
async function* rejoin(first: IteratorResult<Piece, void>, others: Pieces): Pieces {
  if (first.done) return
  yield first.value
  yield* others
}

async function* chunk(request: Generation, pieces: Pieces): AsyncGenerator<object> {
  const tally = startTally(request)
  for await (const piece of pieces) {
    countPiece(tally, piece)
    if (piece.part || piece.finishReason || piece.candidate || piece.promptFeedback)
      yield toChunk(request, tally, piece)
  }
}
