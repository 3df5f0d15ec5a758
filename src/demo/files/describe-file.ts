// A file as the API tells it (wire §9.1).
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { type FileState, fileLifetime, type StoredFile } from './file-store'

/** `root` is the address that files lie under: `http://127.0.0.1:4715/v1beta`. */
export function describeFile(file: StoredFile, state: FileState, root: string) {
  const { id, displayName, mimeType, created, digest, duration, holding } = file
  return {
    name: `files/${id}`,
    ...(displayName ? { displayName } : {}),
    mimeType,
    sizeBytes: String(holding.size),
    createTime: new Date(created).toISOString(),
    updateTime: new Date(created).toISOString(),
    expirationTime: new Date(created + fileLifetime).toISOString(),
    sha256Hash: encodeDigest(digest),
    uri: `${root}/files/${id}`,
    state,
    source: 'UPLOADED',
    ...(duration && state === 'ACTIVE' ? { videoMetadata: { videoDuration: toDuration(duration) } } : {}),
  }
}

/** A video that was made here; all that is known of it is in its id and its bytes. */
export function describeGenerated(id: string, bytes: Uint8Array, root: string) {
  const uri = `${root}/files/${id}`
  return {
    name: `files/${id}`,
    mimeType: 'video/mp4',
    sizeBytes: String(bytes.length),
    sha256Hash: encodeDigest(createHash('sha256').update(bytes).digest('hex')),
    uri,
    downloadUri: `${uri}:download?alt=media`,
    state: 'ACTIVE',
    source: 'GENERATED',
  }
}

/** The vendor encodes the hexadecimal text, not the bytes. */
function encodeDigest(digest: string): string {
  return Buffer.from(digest).toString('base64')
}

/** Seconds as JSON writes a duration: `5s`, `2.500s`. */
function toDuration(seconds: number): string {
  return `${Number.isInteger(seconds) ? seconds : seconds.toFixed(3)}s`
}
