// Sends the workspace's model requests through the application's gateway, over loopback and with a key of its own.
import type { SecretRedactor } from '#gateway/redaction/stream'
import type { HttpRequest, HttpResponse, Send } from '#shared/wire/http'
import { lazyOutbound } from './configurable-outbound'

export interface LoopbackPorts {
  /** The gateway's origin; waits until it listens. */
  readonly origin: () => Promise<string>
  readonly key: () => string
  readonly redactor?: () => SecretRedactor
}

export interface Loopback {
  readonly send: Send
  readonly close: () => Promise<void>
}

export function openLoopback({ origin, key, redactor }: LoopbackPorts): Loopback {
  const { send, close } = lazyOutbound(async () => {
    const { createDispatcher } = await import('#gateway/outbound/dispatch')
    // No timeouts here: the gateway applies those for upstreams.
    return createDispatcher({ headersTimeout: 0, bodyTimeout: 0 })
  })
  return {
    send: async (request) => {
      const response = await send(await origin(), { ...request, headers: withKey(request, key()) })
      return redactor ? redactResponse(response, redactor()) : response
    },
    close,
  }
}

const textTypes = /^(?:text\/|application\/(?:[\w.-]+\+)?json)/i

/** Redacts keys that an upstream echoes, because the workspace stores responses. Media stay unchanged. */
function redactResponse(response: HttpResponse, { redactBody }: SecretRedactor): HttpResponse {
  const type = response.headers['content-type'] ?? ''
  if (!textTypes.test(type)) return response
  return { ...response, body: redactBody(response.body, /^text\/event-stream/i.test(type)) }
}

/** Transcription uses the OpenAI dialect, which supports only Bearer (decisions §2). */
function withKey(request: HttpRequest, key: string): HttpRequest['headers'] {
  const isTranscription = request.path.startsWith('/v1/audio/')
  const credential = isTranscription ? { authorization: `Bearer ${key}` } : { 'x-goog-api-key': key }
  return { ...request.headers, ...credential }
}
