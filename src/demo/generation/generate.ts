import type { Candidate } from '#shared/schemas/generation'
import { answerWithCalls, type ChosenCall, chooseCalls } from '../functions/call-functions'
import { checkTurns, replyToResults } from '../functions/function-turns'
import { describeUrls, findUrls, groundAnswer, toUrlMetadata } from '../grounding'
import { answerWithImage } from '../images/answer-with-image'
import { describeMedia, findMedia } from '../media/describe-media'
import { writeStructured } from '../schema/write-json'
import { readConversation } from '../text/conversation'
import { writeAnswer } from '../text/write-answer'
import {
  type AnswerChunk,
  type AnswerChunks,
  type GenerationContext,
  streamText,
  streamThoughts,
  unsafe,
} from './answer-chunks'
import { invalidArgument, textsField } from './fields'
import type { Generation } from './read-request'

interface Composed {
  readonly calls: readonly ChosenCall[]
  readonly text: string
  readonly candidate?: Partial<Candidate>
}

/** Throws an `ApiError` before the first piece if the request cannot be answered. */
export async function* generate(request: Generation, context: GenerationContext): AnswerChunks {
  checkTurns(request)
  const blocked = findBlock(request)
  if (blocked) return yield blocked
  if (wantsImage(request)) return yield* answerWithImage(request, context)
  const { calls, text, candidate } = await compose(request)
  yield* streamThoughts(request, context.control.piece)
  if (calls.length > 0) yield* answerWithCalls(request, calls)
  else yield* streamText(request, { text, piece: context.control.piece, ...(candidate ? { candidate } : {}) })
}

function findBlock({ last }: Generation): AnswerChunk | undefined {
  const word = last.text.match(/\[(blocked|prohibited)\]/i)?.[1]?.toLowerCase()
  if (word === undefined) return undefined
  const blockReason = word === 'blocked' ? 'SAFETY' : 'PROHIBITED_CONTENT'
  return { promptFeedback: { blockReason, safetyRatings: unsafe } }
}

/** Text models refuse images; the 2.0 image model draws only if the request says so (wire §7.1). */
function wantsImage({ config, entry, model }: Generation): boolean {
  const asked = textsField(config, 'responseModalities').map((name) => name.toUpperCase())
  const unknown = asked.find((name) => name !== 'TEXT' && name !== 'IMAGE')
  if (unknown !== undefined || (asked.includes('IMAGE') && entry?.kind !== 'image')) {
    const names = asked.map((name) => name.toLowerCase()).join(',')
    throw invalidArgument(
      `Model does not support the requested response modalities: ${names}`,
      'generationConfig.responseModalities',
    )
  }
  if (entry?.kind !== 'image') return false
  return asked.length > 0 ? asked.includes('IMAGE') : !model.includes('2.0-flash-exp')
}

async function compose(request: Generation): Promise<Composed> {
  const answered = request.last.results.length > 0
  const calls = answered ? [] : chooseCalls(request)
  if (calls.length > 0) return { calls, text: '' }
  const structured = writeStructured(request)
  if (structured !== undefined) return { calls, text: structured }
  if (answered) return { calls, text: replyToResults(request) }
  return { calls, ...(await composeText(request)) }
}

async function composeText(request: Generation): Promise<Omit<Composed, 'calls'>> {
  const prompt = request.last.text
  const media = findMedia(request)
  const text = media
    ? await describeMedia(request, media)
    : request.urlContext
      ? describeUrls(findUrls(prompt))
      : writeAnswer(readConversation(request))
  const urls = request.urlContext ? findUrls(prompt) : []
  const candidate = {
    ...(urls.length > 0 ? toUrlMetadata(urls) : {}),
    ...(request.search ? groundAnswer(prompt, text) : {}),
  }
  return { text, candidate }
}
