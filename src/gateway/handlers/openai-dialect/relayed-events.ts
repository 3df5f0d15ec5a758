// The server-sent events of an upstream that speaks the client's dialect, passed on byte for byte, and read for the log.
import type { HandlerRequest } from '../handler'
import { type EventBatch, openAiUsagePattern } from '../scan-events'
import { redactEvents } from '../transcription'

/** A member; tokens and texts may be the word. */
const errorMember = /"error"\s*:/

/** Errors within the stream are redacted. */
export async function* readRelayedEvents(
  bytes: AsyncIterable<Uint8Array>,
  redact: HandlerRequest['redact'],
): AsyncGenerator<EventBatch, void, undefined> {
  for await (const lines of redactEvents(bytes, redact, errorMember)) yield toRelayedBatch(lines)
}

/** `lines` are whole ones, unless one is longer than a megabyte. */
function toRelayedBatch(lines: Uint8Array): EventBatch {
  const frames = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength)
  const text = frames.toString()
  return {
    frames,
    bytes: frames.length,
    hasUsage: openAiUsagePattern.test(text),
    get documents() {
      return text.split(/\r?\n/).flatMap((line) => /^data: ?(.*)$/s.exec(line)?.[1] ?? [])
    },
  }
}
