// A model whose answers the test scripts, as the application's provider.
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { sendEvent, sendJson, textAnswer } from '../src/dev/scripted-upstream.mjs'
import { titleInstruction } from '../src/workspace/chat/title-writer'
import type { Application } from './application'
import { openProvider } from './scripted-service'

export interface SentPart {
  text?: string
  thought?: boolean
  thoughtSignature?: string
  inline_data?: { mime_type: string; data: string }
  inlineData?: { mimeType: string; data: string }
  file_data?: { mime_type?: string; file_uri: string }
  fileData?: { mimeType?: string; fileUri: string }
  functionCall?: { id?: string; name: string; args: unknown }
  functionResponse?: { id?: string; name: string; response: unknown }
}

/** A request that the model received, as far as tests check it. */
export interface SentRequest {
  contents: { role: string; parts: SentPart[] }[]
  tools?: unknown[]
  systemInstruction?: { parts: SentPart[] }
  generationConfig?: Record<string, unknown>
}

/** One chunk of a streamed answer. */
export interface Chunk {
  candidates: {
    content?: { role: 'model'; parts: SentPart[] }
    finishReason?: string
    [field: string]: unknown
  }[]
  [field: string]: unknown
}

/** A complete answer with these parts. */
export const answerOf = (...parts: SentPart[]): Chunk[] => [
  { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] },
]

export type ScriptedModel = Awaited<ReturnType<typeof openScriptedModel>>

export type StreamingAnswer = ReturnType<ScriptedModel['streams']>

/** Opens Chat. */
export async function openScriptedModel(application: Application) {
  const service = await openProvider(application, 'Chat')
  const script: ((outgoing: ServerResponse) => void)[] = []
  const model = {
    /** In order of arrival, without those for titles of chats. */
    requests: [] as SentRequest[],
    /** The answer to requests for titles of chats; without one, they fail, and chats are named after their prompts. */
    title: null as string | null,
    /** Sets the next answers. A request without one is answered with “42”. */
    answers: (...answers: (readonly Chunk[])[]) => {
      script.push(...answers.map((chunks) => (outgoing: ServerResponse) => stream(outgoing, chunks)))
    },
    /** The next answer streams the text that the test adds. */
    streams: () => {
      let answer: ServerResponse | undefined
      const pending: string[] = []
      script.push((outgoing) => {
        answer = outgoing
        for (const text of pending) sendEvent(outgoing, toChunk(text))
      })
      return {
        add: (text: string) => (answer ? sendEvent(answer, toChunk(text)) : pending.push(text)),
        end: () => answer && stream(answer, answerOf({ text: '' })),
      }
    },
    /** The next answer streams `start`, pauses, and ends with `end` once the returned function is called. */
    pauses: (start: string, end: string) => {
      const answer = model.streams()
      answer.add(start)
      return () => {
        answer.add(end)
        answer.end()
      }
    },
    close: service.close,
  }
  service.answer = async (incoming, outgoing) => {
    const body = await text(incoming)
    if (body.includes(titleInstruction))
      return sendJson(outgoing, textAnswer(model.title ?? ''), model.title === null ? 404 : 200)
    model.requests.push(JSON.parse(body))
    const next = script.shift()
    if (next) next(outgoing)
    else stream(outgoing, answerOf({ text: '42' }))
  }
  return model
}

/** A chunk of an unfinished answer. */
const toChunk = (text: string): Chunk => ({ candidates: [{ content: { role: 'model', parts: [{ text }] } }] })

function stream(outgoing: ServerResponse, chunks: readonly Chunk[]): void {
  for (const chunk of chunks) sendEvent(outgoing, chunk)
  outgoing.end()
}
