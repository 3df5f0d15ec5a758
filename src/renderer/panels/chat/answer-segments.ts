// The parts of a turn as what is shown of them: text, media, calls; thoughts are shown elsewhere.
import type { Part } from '#shared/schemas/content'

export type Segment =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'media'; readonly url: string; readonly mimeType: string }
  | { readonly kind: 'code'; readonly title: string; readonly code: string }

/** Neighbouring texts become one; a part that holds only a signature shows nothing. */
export function toSegments(parts: readonly Part[]): Segment[] {
  const segments: Segment[] = []
  for (const part of parts) {
    const segment = part.thought ? null : toSegment(part)
    const last = segments.at(-1)
    if (segment?.kind === 'text' && last?.kind === 'text') {
      segments[segments.length - 1] = { kind: 'text', text: last.text + segment.text }
    } else if (segment) segments.push(segment)
  }
  return segments
}

function toSegment(part: Part): Segment | null {
  if (part.text) return { kind: 'text', text: part.text }
  const blob = part.inlineData ?? part.inline_data
  if (blob) return toMedia(blob)
  if (part.functionCall) {
    return {
      kind: 'code',
      title: `Function call: ${part.functionCall.name}`,
      code: toJson(part.functionCall.args),
    }
  }
  if (part.functionResponse) {
    const { name, response } = part.functionResponse
    return { kind: 'code', title: `Function result: ${name}`, code: toJson(response) }
  }
  return toExecution(part)
}

/** Media stand by their hash; see the schema of a turn. */
function toMedia(blob: NonNullable<Part['inlineData']>): Segment | null {
  const { media } = blob
  if (typeof media !== 'string') return null
  return { kind: 'media', url: `media://library/${media}`, mimeType: blob.mimeType ?? blob.mime_type ?? '' }
}

/** Code that the service has run itself, and what came of it (wire §2.2). */
function toExecution(part: Part): Segment | null {
  const { executableCode: ran, codeExecutionResult: result } = part
  if (isRecord(ran)) return { kind: 'code', title: 'Code that was run', code: String(ran.code ?? '') }
  if (isRecord(result))
    return { kind: 'code', title: 'Its output', code: String(result.output ?? result.outcome ?? '') }
  return null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function toJson(value: unknown): string {
  return JSON.stringify(value ?? {}, null, 2)
}
