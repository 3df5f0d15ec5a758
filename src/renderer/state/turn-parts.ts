// Reads the files in the parts of a turn, and turns a sent prompt back into a draft.

import type { Attachment, Draft } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'

export interface PartFile {
  /** SHA-256. */
  readonly media: string
  readonly mimeType: string
  /** As the user attached it; null if a model generated it, and in turns of earlier versions. */
  readonly name: string | null
}

/** Reads either spelling; null if the part contains no file. */
export function readPartFile({ inlineData, inline_data }: Part): PartFile | null {
  const blob = inlineData ?? inline_data
  if (typeof blob?.media !== 'string') return null
  const { media, mimeType, mime_type, fileName } = blob
  const name = typeof fileName === 'string' && fileName.trim() ? fileName : null
  return { media, mimeType: mimeType ?? mime_type ?? '', name }
}

type Written = Pick<Draft, 'text' | 'attachments'>

/** Turns a prompt into a draft, without function results and unknown parts. `toFile` describes stored files. */
export async function readParts(
  parts: readonly Part[],
  toFile: (file: PartFile) => Promise<Attachment>,
): Promise<Written> {
  const texts = parts.flatMap(({ text }) => (text === undefined ? [] : [text]))
  const attachments = await Promise.all(
    parts.flatMap((part) => {
      const stored = readPartFile(part)
      if (stored) return [toFile(stored)]
      const file = part.fileData ?? part.file_data
      const uri = file?.fileUri ?? file?.file_uri
      if (!file || !uri) return []
      const mimeType = file.mimeType ?? file.mime_type ?? ''
      const attachment: Attachment = { kind: 'uri', id: crypto.randomUUID(), uri, mimeType }
      return [Promise.resolve(attachment)]
    }),
  )
  return { text: texts.join('\n\n'), attachments }
}
