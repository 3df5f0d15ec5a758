// The two framings of a stream, chosen by the caller's `alt`: server-sent events, or one JSON array (decisions §5).
import { type ApiError, toGeminiBody } from '#shared/schemas/api-error'

export interface Framing {
  readonly contentType: string
  readonly frame: (document: string) => string
  /** What stands after the last document. */
  readonly end: () => string
  /** The failure as the last thing that a caller reads. */
  readonly fail: (error: ApiError) => string
  /** Whether a failure breaks the connection, so that no caller takes it for the end. */
  readonly breaksOff: boolean
}

export function createFraming(kind: 'sse' | 'array'): Framing {
  return kind === 'sse' ? eventFraming : createArrayFraming()
}

const eventFraming: Framing = {
  contentType: 'text/event-stream; charset=utf-8',
  frame: toEvent,
  end: () => '',
  fail: (error) => toEvent(toErrorText(error)),
  breaksOff: true,
}

function toEvent(document: string): string {
  return `data: ${document}\n\n`
}

function createArrayFraming(): Framing {
  let opening = '['
  const frame = (document: string): string => {
    const framed = opening + document
    opening = ',\r\n'
    return framed
  }
  return {
    contentType: 'application/json; charset=utf-8',
    frame,
    end: () => (opening === '[' ? '[]' : ']'),
    fail: (error) => `${frame(toErrorText(error))}]`,
    breaksOff: false,
  }
}

/** With its details: they say when a retry makes sense. */
function toErrorText(error: ApiError): string {
  return JSON.stringify({ error: { ...toGeminiBody(error).error, source: error.source } })
}
