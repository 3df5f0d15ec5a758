// Tells what kind of media bytes are, by their first few.
import { type MediaType, mediaSignatures } from './media-signatures'
import { readTextType, textTypes } from './text-type'

/** The longest head that a type is read from. */
export const headLength = 4096

const known: readonly MediaType[] = [...mediaSignatures, ...textTypes]
const unknown: MediaType = { mimeType: 'application/octet-stream', extension: 'bin' }

/** Names of types that are in use beside the registered ones; `image/jpg` is refused everywhere (wire §4.3). */
const otherNames: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'audio/mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/x-flac': 'audio/flac',
  'audio/x-m4a': 'audio/mp4',
  'video/x-msvideo': 'video/avi',
}

/** The declared type counts where the bytes do not speak for themselves. */
export function readMediaType(bytes: Uint8Array, declared?: string): MediaType {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  const bySignature = mediaSignatures.find(({ marks }) =>
    marks.every(([at, mark]) => head.startsWith(mark, at)),
  )
  const found = bySignature ?? known.find(({ mimeType }) => mimeType === correctType(declared)) ?? unknown
  return { mimeType: found.mimeType, extension: found.extension }
}

/** Of bytes that a model has sent: every kind of picture is known by its bytes, so a claim that they do not bear out is none. */
export function readSentType(bytes: Uint8Array, declared?: string): MediaType {
  const claimed = readMediaType(bytes, declared)
  if (!claimed.mimeType.startsWith('image/')) return claimed
  const found = readMediaType(bytes)
  const isKnown = found.mimeType !== unknown.mimeType
  return isKnown || bytes.length === 0 ? found : (readTextType(bytes.subarray(0, headLength), '') ?? unknown)
}

/** Of a file that somebody named: text has no signature, but its name tells the kind. Undefined where no model reads it. */
export function readFileType(head: Uint8Array, name: string): MediaType | undefined {
  const byBytes = readMediaType(head)
  return byBytes.mimeType === unknown.mimeType ? readTextType(head, name) : byBytes
}

export function typeOfExtension(extension: string): string {
  return known.find((type) => type.extension === extension)?.mimeType ?? unknown.mimeType
}

function correctType(declared: string | undefined): string | undefined {
  const [bare = ''] = declared?.toLowerCase().split(';') ?? []
  return otherNames[bare.trim()] ?? bare.trim()
}
