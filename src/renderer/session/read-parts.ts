// Makes a prompt that was sent or queued a draft again.
import type { Part } from '#shared/schemas/content'
import type { Attachment, Draft } from '#shared/schemas/draft'

type Written = Pick<Draft, 'text' | 'attachments'>

/** What of a prompt can be written again; function results and unknown parts cannot. `toFile` knows the kept files. */
export async function readParts(
  parts: readonly Part[],
  toFile: (media: string, mimeType: string) => Promise<Attachment>,
): Promise<Written> {
  const texts = parts.flatMap(({ text }) => (text === undefined ? [] : [text]))
  const attachments = await Promise.all(
    parts.flatMap((part) => {
      const blob = part.inlineData ?? part.inline_data
      if (typeof blob?.media === 'string') return [toFile(blob.media, typeOf(blob))]
      const file = part.fileData ?? part.file_data
      const uri = file?.fileUri ?? file?.file_uri
      if (!file || !uri) return []
      const attachment: Attachment = { kind: 'uri', id: crypto.randomUUID(), uri, mimeType: typeOf(file) }
      return [Promise.resolve(attachment)]
    }),
  )
  return { text: texts.join('\n\n'), attachments }
}

function typeOf({ mimeType, mime_type }: { mimeType?: string | undefined; mime_type?: string | undefined }) {
  return mimeType ?? mime_type ?? ''
}
