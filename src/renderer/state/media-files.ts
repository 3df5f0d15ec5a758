// Uploads files to the media folder of the application, and reads them from there.
import { z } from 'zod'

export const mediaBaseUrl = 'media://library/'

const StoredFile = z.object({
  media: z.string(),
  mimeType: z.string(),
  name: z.string(),
  bytes: z.number(),
})
export type StoredFile = z.infer<typeof StoredFile>

const ErrorResponse = z.object({ error: z.object({ message: z.string() }) })

interface UploadOptions {
  readonly signal?: AbortSignal
  /** Bytes that are on their way, from the first on. */
  readonly onProgress?: (sent: number) => void
  /** A prompt's files travel in one request, whose size is limited; a sound's size is not. */
  readonly use?: 'prompt' | 'sound'
}

const chunkBytes = 2 * 1_048_576

/** Piece by piece, none held longer than its way takes. Rejects with a sentence for the user; a signal leaves nothing behind. */
export async function uploadFile(
  file: File,
  { signal, onProgress, use = 'prompt' }: UploadOptions = {},
): Promise<StoredFile> {
  const query = { upload: crypto.randomUUID(), name: file.name || 'file', bytes: String(file.size), use }
  let sent = 0
  while (!signal?.aborted) {
    const piece = await file.slice(sent, sent + chunkBytes).arrayBuffer()
    const answer = await post({ ...query, offset: String(sent) }, piece)
    sent += piece.byteLength
    onProgress?.(sent)
    const kept = StoredFile.safeParse(answer)
    if (kept.success) return kept.data
    // A file that is shorter by now than it was would never end.
    if (piece.byteLength === 0) throw new Error(`${file.name} has changed while it was read.`)
  }
  await post({ ...query, offset: String(sent), cancelled: 'true' }, new ArrayBuffer(0))
  throw signal.reason
}

async function post(query: Readonly<Record<string, string>>, body: ArrayBuffer): Promise<unknown> {
  const response = await fetch(`${mediaBaseUrl}?${new URLSearchParams(query)}`, { method: 'POST', body })
  const answer: unknown = await response.json()
  if (response.ok) return answer
  const refusal = ErrorResponse.safeParse(answer)
  throw new Error(refusal.success ? refusal.data.error.message : `${query.name} could not be kept.`)
}

/** The bytes of a kept file; rejects where it is gone. */
export async function readMediaFile(media: string): Promise<Blob> {
  const response = await fetch(`${mediaBaseUrl}${media}`)
  if (!response.ok) throw new Error('The file is missing from the media folder.')
  return response.blob()
}

/** Bytes; 0 where it is gone. */
export async function mediaFileSize(media: string): Promise<number> {
  return (await statMediaFile(media))?.bytes ?? 0
}

/** Its type is what its bytes are, whatever it was sent as; null where it is gone. */
export async function statMediaFile(media: string): Promise<Pick<StoredFile, 'mimeType' | 'bytes'> | null> {
  const { ok, headers } = await fetch(`${mediaBaseUrl}${media}`, { method: 'HEAD' })
  if (!ok) return null
  return { mimeType: headers.get('content-type') ?? '', bytes: Number(headers.get('content-length') ?? 0) }
}
