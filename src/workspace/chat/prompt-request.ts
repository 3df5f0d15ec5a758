// Describes the very request that an answer was asked for with, for those who want to send it themselves.
import type { Turn } from '#shared/schemas/chat'
import type { PromptRequest } from '#shared/schemas/prompt-request'
import { findConversation } from '../conversations/conversation-rows'
import { missingMedia, nameMedia } from '../conversations/part-media'
import { findTurn, readBranch } from '../conversations/tree/turn-rows'
import type { Media } from '../media/media'
import { toTarget } from './chat-call'
import { type Question, toChatRequest } from './chat-request'
import { type QuestionPorts, readQuestion } from './question'

interface PromptRequestPorts extends QuestionPorts {
  readonly media: Media
}

type DescribePrompt = (input: {
  readonly conversationId: string
  readonly turnId: string
}) => Promise<PromptRequest>

/** Of an answer: what it was asked for with. Of a prompt: what would be sent for it now. */
export function createPromptRequests(ports: PromptRequestPorts): DescribePrompt {
  return async ({ conversationId, turnId }) => {
    const turn = findTurn(ports.connection, conversationId, turnId)
    const question = turn.role === 'model' ? readQuestion(ports, turn) : askAgain(ports, turn)
    return describeRequest(question, ports.media)
  }
}

function askAgain({ connection, models }: QuestionPorts, { conversationId, id }: Turn): Question {
  const { parameters } = findConversation(connection, conversationId)
  return { branch: readBranch(connection, id), parameters, models: models() }
}

export async function describeRequest(question: Question, media: Media): Promise<PromptRequest> {
  const request = toChatRequest(question)
  const { endpoint, path } = toTarget(question.parameters, request)
  const hashes = new Set<string>()
  const contents = request.contents.map((content) => ({
    ...content,
    parts: content.parts.map((part) => nameMedia(part, hashes)),
  }))
  return {
    endpoint: endpoint ?? null,
    method: 'POST',
    path,
    body: JSON.stringify({ ...request, contents }),
    media: await describeMedia(hashes, media),
  }
}

async function describeMedia(hashes: ReadonlySet<string>, media: Media): Promise<PromptRequest['media']> {
  try {
    const files = await Promise.all([...hashes].map((hash) => media.open(hash)))
    return files.map(({ hash, path, length }) => ({ media: hash, path, bytes: length }))
  } catch (error) {
    throw missingMedia(error)
  }
}
