// oRPC sends the items of a stream as fast as it gets them, however slow the page is. With this, the page asks for each
// item after the first one, so that what changes meanwhile is merged where it comes from.
import type { ClientOptions } from '@orpc/client'
import type { RPCLinkOptions } from '@orpc/client/message-port'

/** The header of a call with its ID, by which the page asks for the next item if the result is a stream. */
export const streamHeader = 'x-stream'

// An interface is not assignable to the context of a link.
type CallContext = { readonly stream?: string }

/** Options of the page's link. `pull` asks for the next item of a stream; it is called when the reader wants it. */
export function pullStreams(
  newId: () => string,
  pull: (stream: string) => void,
): Pick<RPCLinkOptions<CallContext>, 'headers' | 'interceptors'> {
  return {
    headers: ({ context }: ClientOptions<CallContext>) =>
      context.stream === undefined ? {} : { [streamHeader]: context.stream },
    interceptors: [
      async ({ next, ...options }) => {
        const stream = newId()
        const result = await next({ ...options, context: { stream } })
        return isStream(result) ? pullItems(result, () => pull(stream)) : result
      },
    ],
  }
}

export function isStream(result: unknown): result is AsyncIterable<unknown> {
  return typeof result === 'object' && result !== null && Symbol.asyncIterator in result
}

async function* pullItems(items: AsyncIterable<unknown>, pull: () => void) {
  for await (const item of items) {
    yield item
    pull()
  }
}
