import type { Candidate } from '#shared/schemas/gemini-requests'
import {
  answerWithCalls,
  checkTurns,
  describeResults,
  type SelectedCall,
  selectCalls,
} from '../functions/call-functions'
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
  unsafeRatings,
} from './answer-chunks'
import { invalidArgument, textsField } from './fields'
import type { Generation } from './read-request'

interface AnswerContent {
  readonly calls: readonly SelectedCall[]
  readonly text: string
  readonly candidate?: Partial<Candidate>
}

/** Throws an `ApiError` before the first chunk if the request cannot be answered. */
export async function* generate(request: Generation, context: GenerationContext): AnswerChunks {
  checkTurns(request)
  const blocked = findBlock(request)
  if (blocked) return yield blocked
  if (shouldDraw(request)) return yield* answerWithImage(request, context)
  const { calls, text, candidate } = await compose(request)
  yield* streamThoughts(request, context.control.piece)
  if (calls.length > 0) yield* answerWithCalls(request, calls)
  else yield* streamText(request, text, context.control.piece, candidate)
}

function findBlock({ last }: Generation): AnswerChunk | undefined {
  const word = last.text.match(/\[(blocked|prohibited)\]/i)?.[1]?.toLowerCase()
  if (word === undefined) return undefined
  const blockReason = word === 'blocked' ? 'SAFETY' : 'PROHIBITED_CONTENT'
  return { promptFeedback: { blockReason, safetyRatings: unsafeRatings } }
}

/** Text models reject images. The 2.0 image model draws only if the request says so (wire §7.1). */
function shouldDraw({ config, entry, model }: Generation): boolean {
  const modalities = textsField(config, 'responseModalities').map((name) => name.toUpperCase())
  const unknown = modalities.find((name) => name !== 'TEXT' && name !== 'IMAGE')
  if (unknown !== undefined || (modalities.includes('IMAGE') && entry?.kind !== 'image')) {
    const names = modalities.map((name) => name.toLowerCase()).join(',')
    throw invalidArgument(
      `Model does not support the requested response modalities: ${names}`,
      'generationConfig.responseModalities',
    )
  }
  if (entry?.kind !== 'image') return false
  return modalities.length > 0 ? modalities.includes('IMAGE') : !model.includes('2.0-flash-exp')
}

async function compose(request: Generation): Promise<AnswerContent> {
  const hasResults = request.last.results.length > 0
  const calls = hasResults ? [] : selectCalls(request)
  if (calls.length > 0) return { calls, text: '' }
  const structured = writeStructured(request)
  if (structured !== undefined) return { calls, text: toRest(request, structured) }
  if (hasResults) return { calls, text: toRest(request, describeResults(request)) }
  return { calls, ...(await composeText(request)) }
}

/** The rest after the text of the answer to continue; the whole text of a new answer. */
function toRest({ continued }: Generation, text: string): string {
  if (continued === undefined) return text
  if (text.startsWith(continued)) return text.slice(continued.length)
  const isInCode = (continued.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0) % 2 === 1
  return `${isInCode ? '\n```' : ''}\n\n${cannotContinue}`
}

const cannotContinue =
  '*The built-in demo can’t continue this response, because it has no model and another request would get another sample. Choose Regenerate, or choose a provider in Settings.*'

async function composeText(request: Generation): Promise<Omit<AnswerContent, 'calls'>> {
  const prompt = request.last.text
  const media = findMedia(request)
  const whole = media
    ? await describeMedia(request, media)
    : request.urlContext
      ? describeUrls(findUrls(prompt))
      : writeAnswer(readConversation(request))
  const text = toRest(request, whole)
  const urls = request.urlContext ? findUrls(prompt) : []
  const candidate = {
    ...(urls.length > 0 ? toUrlMetadata(urls) : {}),
    ...(request.search ? groundAnswer(prompt, text) : {}),
  }
  return { text, candidate }
}
