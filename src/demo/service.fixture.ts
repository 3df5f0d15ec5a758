// Requests of tests to the demo service.
import { Buffer } from 'node:buffer'
import type { HttpRequest, HttpResponse, Send } from '#shared/wire/http'
import { readText } from '#shared/wire/read-body'
import { readEvents } from '#shared/wire/read-events'
import { createDemoService } from './demo'

export interface Response {
  candidates?: {
    content: { parts?: Part[]; role: string }
    finishReason?: string
    urlContextMetadata?: unknown
    groundingMetadata?: Grounding
    safetyRatings?: unknown
  }[]
  promptFeedback?: { blockReason: string }
  usageMetadata: Record<string, number>
  modelVersion: string
  responseId: string
  error?: { code: number; message: string; status: string; details?: unknown[] }
}
export interface Part {
  text?: string
  thought?: boolean
  thoughtSignature?: string
  functionCall?: { id?: string; name: string; args: Record<string, unknown> }
  inlineData?: { mimeType: string; data: string }
}
interface Grounding {
  groundingSupports: { segment: { startIndex: number; endIndex: number; text: string } }[]
  groundingChunks: { web: { title: string } }[]
}

export const instant: Send = createDemoService({ pace: 'instant' })

export function makeRequest(path: string, body?: unknown, extra: Partial<HttpRequest> = {}): HttpRequest {
  return {
    method: body === undefined ? 'GET' : 'POST',
    path,
    headers: { host: '127.0.0.1:4715', 'content-type': 'application/json' },
    body: body === undefined ? null : new TextEncoder().encode(JSON.stringify(body)),
    signal: new AbortController().signal,
    ...extra,
  }
}

export async function postJson(
  path: string,
  body: unknown,
  send: Send = instant,
): Promise<{ status: number; body: Response }> {
  const response = await send(makeRequest(path, body))
  return { status: response.status, body: JSON.parse(await readText(response.body)) }
}

/** A prompt, or the turns of a conversation, starting with the user. */
export function promptBody(texts: string | readonly string[], rest: object = {}): object {
  const turns = typeof texts === 'string' ? [texts] : texts
  const contents = turns.map((text, index) => ({
    role: index % 2 === 0 ? 'user' : 'model',
    parts: [{ text }],
  }))
  return { contents, ...rest }
}

export async function generate(body: object, model = 'gen-2.5-flash'): Promise<Response> {
  return (await postJson(`/v1beta/models/${model}:generateContent`, body)).body
}

export async function answerText(texts: string | readonly string[], rest: object = {}): Promise<string> {
  return textOf(await generate(promptBody(texts, rest)))
}

export function textOf(response: Response): string {
  const parts = response.candidates?.[0]?.content.parts ?? []
  return parts.map((part) => (part.thought ? '' : (part.text ?? ''))).join('')
}

export async function* bytesOf({ body }: HttpResponse): AsyncGenerator<Uint8Array> {
  if (body instanceof Uint8Array) yield body
  else if (body) yield* body
}

export async function collectEvents(response: HttpResponse): Promise<Response[]> {
  const events: Response[] = []
  for await (const event of readEvents(bytesOf(response))) events.push(JSON.parse(event))
  return events
}

export async function stream(body: object, model = 'gen-2.5-pro', query = ''): Promise<Response[]> {
  return collectEvents(
    await instant(makeRequest(`/v1beta/models/${model}:streamGenerateContent?alt=sse${query}`, body)),
  )
}

/** A RIFF file of a sine tone, 16 bits per sample. */
export function makeWav({
  seconds,
  rate = 16_000,
  channels = 1,
}: {
  seconds: number
  rate?: number
  channels?: number
}): Buffer {
  const frames = Math.round(seconds * rate)
  const bytes = Buffer.alloc(44 + frames * channels * 2)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(channels, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate * channels * 2, 28)
  bytes.writeUInt16LE(channels * 2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(frames * channels * 2, 40)
  for (let index = 0; index < frames * channels; index += 1) {
    bytes.writeInt16LE(
      Math.round(Math.sin((index / channels / rate) * 440 * 2 * Math.PI) * 12_000),
      44 + index * 2,
    )
  }
  return bytes
}
