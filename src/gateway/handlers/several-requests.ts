// Sends several requests to the upstream for one request of a client.
import type { HttpResponse, RequestSignal } from '#shared/wire/http'
import { isErrorResponse } from './upstream-request'

/** Concurrent requests for one request of a client. */
const concurrency = 4

interface Requests<Result> {
  readonly count: number
  /** The client's. */
  readonly signal: RequestSignal
  readonly send: (index: number, signal: RequestSignal) => Promise<HttpResponse>
  readonly read: (response: HttpResponse, index: number) => Promise<Result>
}

type Outcome<Result> =
  | { readonly results: readonly Result[]; readonly errorResponse?: undefined }
  | { readonly results?: undefined; readonly errorResponse: HttpResponse }

/** Returns results in the order of the requests, or the first error response. Any failure cancels the rest. */
export async function sendSeveral<Result>({
  count,
  signal,
  send,
  read,
}: Requests<Result>): Promise<Outcome<Result>> {
  const abort = new AbortController()
  const stop = (): void => abort.abort()
  signal.addEventListener('abort', stop)
  // A signal does not say again that it was aborted before.
  if (signal.aborted) stop()
  const results: Result[] = []
  let errorResponse: HttpResponse | undefined
  let next = 0
  async function work(): Promise<void> {
    for (let index = next++; index < count && !abort.signal.aborted; index = next++) {
      const response = await send(index, abort.signal)
      if (isErrorResponse(response)) {
        errorResponse ??= response
        return stop()
      }
      results[index] = await read(response, index)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(concurrency, count) }, work))
  } catch (error) {
    if (!errorResponse) throw error
  } finally {
    stop()
    signal.removeEventListener('abort', stop)
  }
  return errorResponse ? { errorResponse } : { results }
}
