// A service that holds each request until the test responds to it.
import type { Part } from '#shared/schemas/content'
import type { HttpRequest, HttpResponse, Send } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'

/** A prompt, a text to embed, or several texts. */
interface JsonBody {
  readonly contents: { role: string; parts: Part[] }[]
  readonly content: { parts: Part[] }
  readonly requests: unknown[]
  readonly [key: string]: unknown
}

export interface SentForm {
  readonly fields: Readonly<Record<string, string>>
  /** The names of all fields in order, including the file. */
  readonly order: readonly string[]
  readonly name: string
  readonly mimeType: string
  readonly bytes: Buffer
}

/** A request that has reached the service. A streamed body is not read before the test does. */
export interface PendingRequest {
  readonly request: HttpRequest
  readonly body: JsonBody
  readForm(): Promise<SentForm>
  /** Reads `count` chunks of the body. */
  readChunks(count: number): Promise<void>
  /** Responds with a complete body. */
  answer(status: number, body: unknown, headers?: Record<string, string>): void
  /** Responds with one vector, or with one for each text of a batch. */
  sendVectors(...vectors: number[][]): void
  /** Reads the form, and responds with the text. */
  sendTranscript(text: string, headers?: Record<string, string>): Promise<SentForm>
  /** Responds with a body of what is sent later. */
  respond(status?: number, headers?: Record<string, string>): void
  /** Resolves once the reader requests more bytes, and so has processed these. */
  send(bytes: Uint8Array | string): Promise<void>
  /** One event. */
  sendChunk(chunk: unknown): Promise<void>
  /** One chunk with one part of text. */
  sendText(text: string): Promise<void>
  /** Sends an answer of these parts, and ends it. Responds before, unless that was done. */
  complete(...parts: Part[]): Promise<void>
  end(): void
  /** Breaks the connection, before or during the response. */
  fail(error?: Error): void
}

export interface ScriptedService {
  readonly send: Send
  /** Resolves with the next request, in order. */
  next(): Promise<PendingRequest>
  /** The number of requests so far. */
  count(): number
  /** From now on every request is answered immediately. */
  answerWith(answer: (request: PendingRequest) => void): void
}

export function scriptService(): ScriptedService {
  const received: PendingRequest[] = []
  const waiting: ((request: PendingRequest) => void)[] = []
  let count = 0
  const next = () => {
    const ready = received.shift()
    return ready ? Promise.resolve(ready) : new Promise<PendingRequest>((resolve) => waiting.push(resolve))
  }
  return {
    next,
    count: () => count,
    send: (request) =>
      new Promise<HttpResponse>((resolve, reject) => {
        count += 1
        const opened = openRequest(request, resolve, reject)
        const waiter = waiting.shift()
        if (waiter) waiter(opened)
        else received.push(opened)
      }),
    answerWith(answer) {
      void (async () => {
        for (;;) answer(await next())
      })()
    },
  }
}

export const stop = { candidates: [{ content: { role: 'model' }, finishReason: 'STOP', index: 0 }] }

function openRequest(
  request: HttpRequest,
  resolve: (response: HttpResponse) => void,
  reject: (error: Error) => void,
): PendingRequest {
  const streamed = openBody(request)
  request.signal.addEventListener('abort', () => pending.fail(new Error('aborted')))
  let chunks: AsyncIterator<Uint8Array> | undefined
  const readChunk = () => {
    chunks ??= (request.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
    return chunks.next()
  }
  const pending: PendingRequest = {
    request,
    // The chat and embeddings send a body of bytes, not a stream.
    body: request.body instanceof Uint8Array ? JSON.parse(Buffer.from(request.body).toString()) : undefined,
    readForm: () => readForm(request, { [Symbol.asyncIterator]: () => ({ next: readChunk }) }),
    async readChunks(count) {
      for (let read = 0; read < count; read += 1) await readChunk()
    },
    answer: (status, body, headers = {}) =>
      resolve({
        status,
        headers: { 'content-type': 'application/json', 'x-exchange-id': 'exchange-1', ...headers },
        body: Buffer.from(JSON.stringify(body)),
      }),
    sendVectors(...vectors) {
      const [values] = vectors
      if (request.path.endsWith(':embedContent')) pending.answer(200, { embedding: { values } })
      else pending.answer(200, { embeddings: vectors.map((each) => ({ values: each })) })
    },
    async sendTranscript(text, headers) {
      const form = await pending.readForm()
      pending.answer(200, { text }, headers)
      return form
    },
    respond: (status = 200, headers = {}) => resolve({ status, headers, body: streamed.body }),
    send: streamed.send,
    sendChunk: (chunk) => pending.send(`data: ${JSON.stringify(chunk)}\n\n`),
    sendText: (text) =>
      pending.sendChunk({ candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }] }),
    async complete(...parts) {
      pending.respond()
      if (parts.length > 0)
        await pending.sendChunk({ candidates: [{ content: { role: 'model', parts }, index: 0 }] })
      await pending.sendChunk(stop)
      pending.end()
    },
    end: streamed.end,
    fail(error = new Error('The connection broke.')) {
      reject(error)
      streamed.fail(error)
    },
  }
  return pending
}

interface Step {
  readonly bytes?: Uint8Array
  readonly error?: Error
  readonly onRead?: () => void
}

/** A response body that the test sends step by step. */
function openBody({ signal }: HttpRequest) {
  const steps: (Step | 'end')[] = []
  let wake = () => {}
  const add = (step: Step | 'end') => {
    steps.push(step)
    wake()
  }
  async function* streamBody(): AsyncGenerator<Uint8Array> {
    for (;;) {
      if (signal.aborted) throw new Error('aborted')
      const step = steps.shift()
      if (step === 'end') return
      if (step?.error) throw step.error
      if (step?.bytes) {
        yield step.bytes
        step.onRead?.()
      } else await new Promise<void>((resume) => (wake = resume))
    }
  }
  return {
    body: streamBody(),
    send: (bytes: Uint8Array | string) =>
      new Promise<void>((onRead) => add({ bytes: Buffer.from(bytes), onRead })),
    end: () => add('end'),
    fail: (error: Error) => add({ error }),
  }
}

async function readForm(request: HttpRequest, body: AsyncIterable<Uint8Array>): Promise<SentForm> {
  const bytes = await readBody(body)
  if (bytes.length !== Number(request.headers['content-length']))
    throw new Error('The length does not match the header.')
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(Buffer.from(bytes), { headers }).formData()
  const file = form.get('file') as File
  const texts = [...form].filter(([, value]) => typeof value === 'string')
  return {
    fields: Object.fromEntries(texts) as Record<string, string>,
    order: [...form.keys()],
    name: file.name,
    mimeType: file.type,
    bytes: Buffer.from(await file.arrayBuffer()),
  }
}
