// What is shown of a turn's parts: text, media, executed code. Thoughts and calls are shown elsewhere.
import type { Part } from '#shared/schemas/content'
import { type PartFile, readPartFile } from '../../../state/turn-parts'
import { isObject } from '../inspector/schema/json-schema'

export interface TextSegment {
  readonly kind: 'text'
  readonly text: string
  /** The index of its first part, to which citations refer. */
  readonly part: number
  /** The number of parts. */
  readonly parts: number
}

export type Segment =
  | TextSegment
  | { readonly kind: 'media'; readonly file: PartFile }
  | { readonly kind: 'remote-file'; readonly uri: string; readonly mimeType: string }
  | { readonly kind: 'code'; readonly title: string; readonly code: string }

/** Joins adjacent texts; skips parts that contain only a signature. */
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
    return { kind: 'remote-file', uri: fetched.fileUri ?? fetched.file_uri ?? '', mimeType }
  }
  return toExecution(part)
}

/** Code that the service has executed, and its output (wire §2.2). */
function toExecution(part: Part): Segment | null {
  const { executableCode: code, codeExecutionResult: result } = part
  if (isObject(code)) return { kind: 'code', title: 'Code that was run', code: String(code.code ?? '') }
  if (isObject(result))
    return { kind: 'code', title: 'Its output', code: String(result.output ?? result.outcome ?? '') }
  return null
}
