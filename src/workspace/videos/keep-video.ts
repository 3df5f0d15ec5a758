// Brings a video's bytes into the media folder, once they have shown that they are a video.
import { open } from 'node:fs/promises'
import { ApiError } from '#shared/schemas/api-error'
import type { MadeVideo } from '#shared/schemas/video-job'
import { measureVideo } from '../media/measure-video'
import type { Media } from '../media/media'
import type { MediaFile } from '../media/media-file'
import { headLength, readMediaType } from '../media/media-type'
import { readChunks } from '../media/read-chunks'

/** `bytes` were downloaded to `path`, which stays. */
export async function keepVideoFile(path: string, bytes: number, media: Media): Promise<MadeVideo> {
  checkType(await readHead(path))
  const kept = await media.keepStream({ chunks: readChunks(path), name: 'The video', length: bytes })
  return await measure(kept)
}

/** Bytes that came with the operation. */
export async function keepVideoBytes(base64: string, media: Media): Promise<MadeVideo> {
  const bytes = Buffer.from(base64, 'base64')
  checkType(bytes)
  return await measure(await media.saveGenerated(bytes))
}

async function measure({ hash, path, mimeType, length }: MediaFile): Promise<MadeVideo> {
  return { media: hash, mimeType, bytes: length, ...(await measureVideo(path)) }
}

async function readHead(path: string): Promise<Uint8Array> {
  const handle = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headLength), 0, headLength, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

function checkType(head: Uint8Array): void {
  const { mimeType } = readMediaType(head)
  if (mimeType.startsWith('video/')) return
  const what =
    head.length === 0 ? 'no byte' : mimeType === 'application/octet-stream' ? 'unknown bytes' : mimeType
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', `The service sent ${what} in the place of a video.`)
}
