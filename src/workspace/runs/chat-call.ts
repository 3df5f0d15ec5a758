// Makes the call to the gateway that asks for the next answer of a conversation.
import type { ChatParameters, Turn } from '#shared/schemas/chat'
import type { Call } from '#shared/wire/call'
import type { Media } from '../storage/media'
import { toChatRequest } from './chat-request'
import { missingMedia, restoreMedia } from './part-media'

export interface Question {
  /** From the root to the prompt. */
  readonly branch: readonly Turn[]
  readonly parameters: ChatParameters
}

export async function toChatCall(question: Question, media: Media, signal: AbortSignal): Promise<Call> {
  const request = toChatRequest(question.branch, question.parameters)
  const contents = []
  try {
    for (const content of request.contents) {
      contents.push({
        ...content,
        parts: await Promise.all(content.parts.map((part) => restoreMedia(part, media))),
      })
    }
  } catch (error) {
    throw missingMedia(error)
  }
  const model = encodeURIComponent(question.parameters.model.replace(/^models\//, ''))
  return {
    method: 'POST',
    path: `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify({ ...request, contents })),
    signal,
  }
}
