// Uploads files to the application's media folder, and reads them from there.

export const mediaBaseUrl = 'media://library/'

export interface StoredFile {
  readonly media: string
  readonly mimeType: string
  readonly name: string
  readonly bytes: number
}

interface UploadOptions {
  readonly signal?: AbortSignal
  /** Called with the bytes sent so far. */
  readonly onProgress?: (sent: number) => void
  /** The files of a prompt are sent in one request of limited size; audio for transcription is not. */
  readonly use?: 'prompt' | 'sound'
  /** Returns the number of files that are uploaded after this one, which a warning before quitting counts. */
  readonly countWaiting?: () => number
}

const chunkBytes = 2 * 1_048_576

/** Uploads in chunks. Rejects with a message for the user; an aborted upload leaves no file behind. */
export async function uploadFile(
  file: File,
  { signal, onProgress, use = 'prompt', countWaiting }: UploadOptions = {},
): Promise<StoredFile> {
  const query = { upload: crypto.randomUUID(), name: file.name || 'file', bytes: String(file.size), use }
  let sent = 0
  while (!signal?.aborted) {
    const piece = await file.slice(sent, sent + chunkBytes).arrayBuffer()
    const waiting = countWaiting && { waiting: String(countWaiting()) }
    const response = await post({ ...query, ...waiting, offset: String(sent) }, piece)
    sent += piece.byteLength
    onProgress?.(sent)
    if (isStoredFile(response)) return response
    // The upload of a file that has become shorter would never end.
    if (piece.byteLength === 0)
      throw new Error(`“${file.name}” changed while it was being read. Add it again.`)
  }
  await post({ ...query, offset: String(sent), cancelled: 'true' }, new ArrayBuffer(0))
  throw signal.reason
}

/** Answers to earlier chunks of a file have no hash yet. */
function isStoredFile(response: unknown): response is StoredFile {
  return typeof response === 'object' && response !== null && 'media' in response
}

async function post(query: Readonly<Record<string, string>>, body: ArrayBuffer): Promise<unknown> {
  const response = await fetch(`${mediaBaseUrl}?${new URLSearchParams(query)}`, { method: 'POST', body })
  if (!response.ok) throw new Error(await readFailure(response, `Couldn’t save “${query.name}”.`))
  return response.json()
}

/** The message of a rejected `media://` request; `fallback` if it has none. */
export async function readFailure(response: Response, fallback: string): Promise<string> {
  // The application's own answer, if it is one.
  const body: { error?: { message?: unknown } } | null = await response.json().catch(() => null)
  const message = body?.error?.message
  return typeof message === 'string' ? message : fallback
}

/** The bytes of a stored file; rejects if it is missing. */
export async function readMediaFile(media: string): Promise<Blob> {
  const response = await fetch(`${mediaBaseUrl}${media}`)
  if (!response.ok) throw new Error('The file is missing from the media folder.')
  return response.blob()
}

/** In bytes; 0 if the file is missing. */
export async function mediaFileSize(media: string): Promise<number> {
  return (await statMediaFile(media))?.bytes ?? 0
}

/** The type is detected from the bytes; null if the file is missing. */
export async function statMediaFile(media: string): Promise<Pick<StoredFile, 'mimeType' | 'bytes'> | null> {
  const { ok, headers } = await fetch(`${mediaBaseUrl}${media}`, { method: 'HEAD' })
  if (!ok) return null
  return { mimeType: headers.get('content-type') ?? '', bytes: Number(headers.get('content-length') ?? 0) }
}
