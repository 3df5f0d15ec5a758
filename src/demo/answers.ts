// Answers of the demo service: JSON, and errors in the dialect of their route.
import { type ApiError, toGeminiBody, toOpenAiBody } from '#shared/schemas/api-error'
import type { Answer } from '#shared/wire/call'

const encoder = new TextEncoder()

export function answerJson(body: unknown, status = 200): Answer {
  const bytes = encoder.encode(`${JSON.stringify(body, null, 2)}\n`)
  return { status, headers: { 'content-type': 'application/json; charset=UTF-8' }, body: bytes }
}

export function answerError(error: ApiError, dialect: 'gemini' | 'openai'): Answer {
  return answerJson(dialect === 'openai' ? toOpenAiBody(error) : toGeminiBody(error), error.http)
}
