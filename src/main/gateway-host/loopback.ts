// Sends the workspace's requests to models over loopback through the application's own gateway, with its own key.
import type { SecretRedactor } from '#gateway/exchange-log/secret-redactor'
import { createDispatcher } from '#gateway/outbound/dispatch'
import type { HttpRequest, HttpResponse, Send } from '#shared/wire/http'

export interface LoopbackPorts {
  /** Where the gateway listens; waits until it does. */
  readonly origin: () => Promise<string>
  readonly localKey: () => string
  readonly redactor?: () => SecretRedactor
}

export interface Loopback {
  readonly send: Send
  readonly close: () => Promise<void>
}

export function openLoopback({ origin, localKey, redactor }: LoopbackPorts): Loopback {
  // The gateway knows how long an upstream may take; here nothing is given up.
  const { send, close } = createDispatcher({ headersTimeout: 0, bodyTimeout: 0 })
  return {
    send: async (call) => {
      const answer = await send(await origin(), { ...call, headers: withKey(call, localKey()) })
      return redactor ? redactAnswer(answer, redactor()) : answer
    },
    close,
  }
}

const textTypes = /^(?:text\/|application\/(?:[\w.-]+\+)?json)/i

/** The workspace stores what it receives: an upstream that echoes its key must not put it there. Media stay as they are. */
function redactAnswer(answer: HttpResponse, { redactBody }: SecretRedactor): HttpResponse {
  if (!textTypes.test(answer.headers['content-type'] ?? '')) return answer
  return { ...answer, body: redactBody(answer.body) }
}

/** Transcription speaks the other dialect, which knows only Bearer (decisions §2). */
function withKey(call: HttpRequest, key: string): HttpRequest['headers'] {
  const isTranscription = call.path.startsWith('/v1/audio/')
  const credential = isTranscription ? { authorization: `Bearer ${key}` } : { 'x-goog-api-key': key }
  return { ...call.headers, ...credential }
}
