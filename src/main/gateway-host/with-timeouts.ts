// Adds headers and body timeouts to an outbound transport that has none.

import { toTransportError } from '#gateway/outbound/transport-error'
import type { Outbound } from '#gateway/ports'
import type { HttpBody, HttpRequest } from '#shared/wire/http'

/** In milliseconds, like the dispatcher's options. */
export interface Timeouts {
  /** From the last byte sent to the response headers. */
  readonly headersTimeout: number
  /** Maximum gap within the response body, while a reader waits for it. */
  readonly bodyTimeout: number
}

export function withTimeouts(outbound: Outbound, { headersTimeout, bodyTimeout }: Timeouts): Outbound {
  return {
    send: async (origin, call) => {
      const watch = watchRequest(call)
      const awaitHeaders = () => watch.begin('UND_ERR_HEADERS_TIMEOUT', headersTimeout)
      try {
        awaitHeaders()
        // Each chunk that is sent restarts the timeout.
        const body = isStream(call.body) ? callOnChunk(call.body, awaitHeaders) : call.body
        const response = await outbound.send(origin, { ...call, body, signal: watch.signal })
        watch.pause()
        if (isStream(response.body))
          return { ...response, body: watchBody(response.body, watch, bodyTimeout) }
        watch.release()
        return response
      } catch (error) {
        throw watch.explain(error)
      }
    },
    close: outbound.close,
  }
}

function isStream(body: HttpBody): body is AsyncIterable<Uint8Array> {
  return body !== null && !(body instanceof Uint8Array)
}

type TimeoutCode = 'UND_ERR_HEADERS_TIMEOUT' | 'UND_ERR_BODY_TIMEOUT'

type Watch = ReturnType<typeof watchRequest>

/** The timer of one request: aborts the request when it ends, and explains why. */
function watchRequest({ signal }: HttpRequest) {
  const abort = new AbortController()
  const onAbort = () => abort.abort()
  let timer: NodeJS.Timeout | undefined
  let expired: TimeoutCode | undefined
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)

  const pause = () => clearTimeout(timer)
  const release = () => {
    pause()
    signal.removeEventListener('abort', onAbort)
  }
  return {
    signal: abort.signal,
    begin: (code: TimeoutCode, milliseconds: number) => {
      pause()
      timer = setTimeout(() => {
        expired = code
        onAbort()
      }, milliseconds)
    },
    pause,
    /** The exchange is over. */
    release,
    explain: (error: unknown) => {
      release()
      return expired ? toTransportError(Object.assign(new Error(expired), { code: expired })) : error
    },
  }
}

async function* callOnChunk(body: AsyncIterable<Uint8Array>, onChunk: () => void) {
  for await (const chunk of body) {
    onChunk()
    yield chunk
  }
}

/** Not a generator, because a reader may stop while it waits for the next chunk. */
function watchBody(
  body: AsyncIterable<Uint8Array>,
  watch: Watch,
  bodyTimeout: number,
): AsyncIterable<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]()
  const iterator: AsyncIterableIterator<Uint8Array> = {
    next: async () => {
      watch.begin('UND_ERR_BODY_TIMEOUT', bodyTimeout)
      try {
        const step = await chunks.next()
        watch.pause()
        if (step.done) watch.release()
        return step
      } catch (error) {
        throw watch.explain(error)
      }
    },
    return: async () => {
      watch.release()
      await chunks.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => iterator,
  }
  return iterator
}
