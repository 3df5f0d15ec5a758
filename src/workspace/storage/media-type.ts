// Tells what kind of media bytes are, by their first few.

export interface MediaType {
  readonly mimeType: string
  readonly extension: string
}

interface Signature extends MediaType {
  /** Offset and Latin-1 text of what must stand there. */
  readonly marks: readonly (readonly [number, string])[]
}

/** The first that fits counts. */
const signatures: readonly Signature[] = [
  { mimeType: 'image/png', extension: 'png', marks: [[0, '\x89PNG\r\n\x1a\n']] },
  { mimeType: 'image/jpeg', extension: 'jpg', marks: [[0, '\xff\xd8\xff']] },
  { mimeType: 'image/gif', extension: 'gif', marks: [[0, 'GIF8']] },
  {
    mimeType: 'image/webp',
    extension: 'webp',
    marks: [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
  },
  {
    mimeType: 'audio/wav',
    extension: 'wav',
    marks: [
      [0, 'RIFF'],
      [8, 'WAVE'],
    ],
  },
  { mimeType: 'image/avif', extension: 'avif', marks: [[4, 'ftypavif']] },
  { mimeType: 'image/heic', extension: 'heic', marks: [[4, 'ftyphei']] },
  { mimeType: 'audio/mp4', extension: 'm4a', marks: [[4, 'ftypM4A']] },
  { mimeType: 'video/quicktime', extension: 'mov', marks: [[4, 'ftypqt']] },
  { mimeType: 'video/mp4', extension: 'mp4', marks: [[4, 'ftyp']] },
  { mimeType: 'video/webm', extension: 'webm', marks: [[0, '\x1a\x45\xdf\xa3']] },
  { mimeType: 'audio/ogg', extension: 'ogg', marks: [[0, 'OggS']] },
  { mimeType: 'audio/flac', extension: 'flac', marks: [[0, 'fLaC']] },
  { mimeType: 'application/pdf', extension: 'pdf', marks: [[0, '%PDF-']] },
  { mimeType: 'audio/mpeg', extension: 'mp3', marks: [[0, 'ID3']] },
  { mimeType: 'audio/mpeg', extension: 'mp3', marks: [[0, '\xff\xfb']] },
  { mimeType: 'audio/mpeg', extension: 'mp3', marks: [[0, '\xff\xf3']] },
  { mimeType: 'audio/mpeg', extension: 'mp3', marks: [[0, '\xff\xf2']] },
]

const unknown: MediaType = { mimeType: 'application/octet-stream', extension: 'bin' }

/** The declared type counts where the bytes do not speak for themselves. */
export function readMediaType(bytes: Uint8Array, declared?: string): MediaType {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  const bySignature = signatures.find(({ marks }) => marks.every(([at, mark]) => head.startsWith(mark, at)))
  const found = bySignature ?? signatures.find(({ mimeType }) => mimeType === declared) ?? unknown
  return { mimeType: found.mimeType, extension: found.extension }
}

export function typeOfExtension(extension: string): string {
  return signatures.find((signature) => signature.extension === extension)?.mimeType ?? unknown.mimeType
}
