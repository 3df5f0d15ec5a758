// A model whose every answer the test writes itself, as the application's upstream.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { openScriptedService } from './scripted-service'
import { chooseService } from './settings-steps'

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

/** What the model was sent, as far as tests look at it. */
export interface SentRequest {
  contents: { role: string; parts: SentPart[] }[]
  tools?: unknown[]
  generationConfig?: Record<string, unknown>
}

/** One piece of a streamed answer. */
export interface Chunk {
  candidates: {
    content?: { role: 'model'; parts: SentPart[] }
    finishReason?: string
    [field: string]: unknown
  }[]
  [field: string]: unknown
}

export interface ScriptedModel {
  /** In the order in which they came. */
  requests: SentRequest[]
  /** The next answer without one is “42”. */
  answers(...answers: (readonly Chunk[])[]): void
  /** The next answer says `start`, and ends with `end` once the function it gets is called. */
  holds(start: string, end: string): () => void
  /** The next answer grows by what it is told, once it was asked for. */
  writes(): StreamingAnswer
  close(): void
}

export interface StreamingAnswer {
  add(text: string): void
  end(): void
}

/** A whole answer of these parts. */
export const answerOf = (...parts: SentPart[]): Chunk[] => [
  { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] },
]

/** The application of this page uses it from now on. */
export async function openScriptedModel(page: Page): Promise<ScriptedModel> {
  const service = await openScriptedService()
  const script: ((outgoing: ServerResponse) => void)[] = []
  const requests: SentRequest[] = []
  service.answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    requests.push(JSON.parse(await text(incoming)))
    const next = script.shift()
    if (next) next(outgoing)
    else stream(outgoing, answerOf({ text: '42' }))
  }
  await enterService(page, service.url)
  return {
    requests,
    answers: (...answers) => {
      script.push(...answers.map((chunks) => (outgoing: ServerResponse) => stream(outgoing, chunks)))
    },
    holds: (start, end) => {
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      script.push((outgoing) => {
        write(outgoing, [piece(start)])
        void released.then(() => stream(outgoing, answerOf({ text: end })))
      })
      return release
    },
    writes: () => {
      let answer: ServerResponse | undefined
      const early: string[] = []
      script.push((outgoing) => {
        answer = outgoing
        write(outgoing, early.map(piece))
      })
      return {
        add: (text) => (answer ? write(answer, [piece(text)]) : early.push(text)),
        end: () => answer && stream(answer, answerOf({ text: '' })),
      }
    },
    close: service.close,
  }
}

/** Of an answer that goes on. */
const piece = (text: string): Chunk => ({ candidates: [{ content: { role: 'model', parts: [{ text }] } }] })

function write(outgoing: ServerResponse, chunks: readonly Chunk[]): void {
  if (!outgoing.headersSent) outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const chunk of chunks) outgoing.write(`data: ${JSON.stringify(chunk)}\r\n\r\n`)
}

function stream(outgoing: ServerResponse, chunks: readonly Chunk[]): void {
  write(outgoing, chunks)
  outgoing.end()
}

async function enterService(page: Page, url: string): Promise<void> {
  await chooseService(page, { name: 'Scripted', url, key: 'key-of-the-scripted-model' })
  await page.getByRole('contentinfo').getByText('Scripted').first().waitFor()
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
}
