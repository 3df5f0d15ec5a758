// Reads the data of server-sent events from bytes that are split anywhere, in linear time.
import { createParser } from 'eventsource-parser'
import { tryParseJson } from './json-objects'

/** Buffered text outside of events: enough for an error object, but not for an endless HTML page. */
const restLimit = 65_536

/**
 * Yields each event's data, including a last event without its blank line. The data of an event named `error` is an object
 * with a member `error`.
 * `onRest` receives the text outside of events, such as a bare error object or an HTML page, when the reading ends.
 */
export async function* readEvents(
  bytes: AsyncIterable<Uint8Array>,
  onRest?: (rest: string) => void,
): AsyncGenerator<string, void, undefined> {
  const ready: string[] = []
  let rest = ''
  const parser = createParser({
    onEvent: ({ event, data }) => ready.push(event === 'error' ? toErrorObject(data) : data),
    onError: (error) => {
      if (rest.length < restLimit) rest += `${error.line ?? ''}\n`
    },
  })
  const decoder = new TextDecoder()
  try {
    for await (const chunk of bytes) {
      parser.feed(decoder.decode(chunk, { stream: true }))
      for (const text of ready.splice(0)) yield text
    }
    parser.feed(`${decoder.decode()}\n\n`)
    for (const text of ready.splice(0)) yield text
  } finally {
    if (rest) onRest?.(rest)
  }
}

function toErrorObject(data: string): string {
  const value = tryParseJson(data)
  const bare: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
  const { error } = Object(bare) as { readonly error?: unknown }
  if (error !== undefined && error !== null) return data
  return JSON.stringify({ error: bare ?? data })
}
