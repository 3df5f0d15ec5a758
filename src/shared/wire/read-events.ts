// Reads the data of server-sent events from bytes split anywhere, in time linear in the bytes.
import { createParser } from 'eventsource-parser'

/** What is kept of text outside of events: enough for an error object, not for an endless page of HTML. */
const restLimit = 65_536

/**
 * Yields each event's data; an event that ends with the bytes, without its blank line, counts.
 * `onRest` receives what stood outside of any event (a bare error object, a page of HTML), once the bytes have ended.
 */
export async function* readEvents(
  bytes: AsyncIterable<Uint8Array>,
  onRest?: (rest: string) => void,
): AsyncGenerator<string, void, undefined> {
  const ready: string[] = []
  let rest = ''
  const parser = createParser({
    onEvent: (event) => ready.push(event.data),
    onError: (error) => {
      if (rest.length < restLimit) rest += `${error.line ?? ''}\n`
    },
  })
  const decoder = new TextDecoder()
  for await (const chunk of bytes) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    for (const text of ready.splice(0)) yield text
  }
  parser.feed(`${decoder.decode()}\n\n`)
  for (const text of ready.splice(0)) yield text
  if (rest) onRest?.(rest)
}
