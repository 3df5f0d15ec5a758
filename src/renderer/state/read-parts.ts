// Makes a prompt that was sent or queued a draft again.
import type { Part } from '#shared/schemas/content'
import type { Attachment, Draft } from '#shared/schemas/draft'
import { type PartFile, readPartFile } from './part-file'

type Written = Pick<Draft, 'text' | 'attachments'>

/** What of a prompt can be written again; function results and unknown parts cannot. `toFile` knows the kept files. */
export async function readParts(
  parts: readonly Part[],
  toFile: (file: PartFile) => Promise<Attachment>,
): Promise<Written> {
  const texts = parts.flatMap(({ text }) => (text === undefined ? [] : [text]))
  const attachments = await Promise.all(
    parts.flatMap((part) => {
      const kept = readPartFile(part)
      if (kept) return [toFile(kept)]
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
