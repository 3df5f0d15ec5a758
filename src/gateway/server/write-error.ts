// Answers a call that failed before its first byte: an object of the route's dialect, whatever went wrong.
import { type ApiError, toGeminiBody, toOpenAiBody } from '#shared/schemas/api-error'
import type { Answer } from '#shared/wire/call'
import { answerJson } from '../handlers/handler'

export function toErrorAnswer(error: ApiError, dialect: 'gemini' | 'openai'): Answer {
  const answer = answerJson(dialect === 'openai' ? toOpenAiBody(error) : toGeminiBody(error), error.http)
  if (error.retryAfter === undefined) return answer
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(Math.ceil(error.retryAfter)) } }
}
