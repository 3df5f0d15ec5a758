// The parts of a turn as what is shown of them: text, media, code that was run; thoughts and calls are shown elsewhere.
import type { Part } from '#shared/schemas/content'
import { type PartFile, readPartFile } from '../../../state/turn-parts'

export interface TextSegment {
  readonly kind: 'text'
  readonly text: string
  /** The index of the first part that it stands in: citations are told by it. */
  readonly part: number
  /** Over how many parts it reaches. */
  readonly parts: number
}

export type Segment =
  | TextSegment
  | { readonly kind: 'media'; readonly file: PartFile }
  | { readonly kind: 'address'; readonly uri: string; readonly mimeType: string }
  | { readonly kind: 'code'; readonly title: string; readonly code: string }

/** Neighbouring texts become one; a part that holds only a signature shows nothing. */
export function toSegments(parts: readonly Part[]): Segment[] {
  const segments: Segment[] = []
  for (const [index, part] of parts.entries()) {
    const segment = part.thought ? null : toSegment(part, index)
    const last = segments.at(-1)
    if (segment?.kind === 'text' && last?.kind === 'text') {
      const text = last.text + segment.text
      segments[segments.length - 1] = { ...last, text, parts: index - last.part + 1 }
    } else if (segment) segments.push(segment)
  }
  return segments
}

function toSegment(part: Part, index: number): Segment | null {
  if (part.text) return { kind: 'text', text: part.text, part: index, parts: 1 }
  const file = readPartFile(part)
  if (file) return { kind: 'media', file }
  const fetched = part.fileData ?? part.file_data
  if (fetched) {
    const mimeType = fetched.mimeType ?? fetched.mime_type ?? ''
    return { kind: 'address', uri: fetched.fileUri ?? fetched.file_uri ?? '', mimeType }
  }
  return toExecution(part)
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
