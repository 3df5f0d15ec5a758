// The type of a file: by its first bytes, by what was claimed, and by its name.
import { extname } from 'node:path'

export interface MediaType {
  readonly mimeType: string
  /** Without its dot. */
  readonly extension: string
}

interface Signature extends MediaType {
  /** Offset and Latin-1 text of what must stand there. */
  readonly marks: readonly (readonly [number, string])[]
}

function begins(mimeType: string, extension: string, ...marks: Signature['marks'][number][]): Signature {
  return { mimeType, extension, marks }
}

/** The first that fits counts. */
const mediaSignatures: readonly Signature[] = [
  begins('image/png', 'png', [0, '\x89PNG\r\n\x1a\n']),
  begins('image/jpeg', 'jpg', [0, '\xff\xd8\xff']),
  begins('image/gif', 'gif', [0, 'GIF8']),
  begins('image/webp', 'webp', [0, 'RIFF'], [8, 'WEBP']),
  begins('image/bmp', 'bmp', [0, 'BM'], [6, '\0\0\0\0']),
  begins('image/tiff', 'tiff', [0, 'II*\0']),
  begins('image/tiff', 'tiff', [0, 'MM\0*']),
  begins('image/avif', 'avif', [4, 'ftypavi']),
  begins('image/avif', 'avif', [4, 'ftypmif1'], [16, 'avif']),
  begins('image/avif', 'avif', [4, 'ftypmif1'], [20, 'avif']),
  begins('image/heic', 'heic', [4, 'ftyphei']),
  begins('image/heic', 'heic', [4, 'ftyphev']),
  begins('image/heic', 'heic', [4, 'ftypmif1'], [16, 'heic']),
  begins('image/heic', 'heic', [4, 'ftypmif1'], [20, 'heic']),
  begins('image/heif', 'heif', [4, 'ftypmif1']),
  begins('image/heif', 'heif', [4, 'ftypmsf1']),
  begins('audio/wav', 'wav', [0, 'RIFF'], [8, 'WAVE']),
  begins('audio/aiff', 'aiff', [0, 'FORM'], [8, 'AIF']),
  begins('audio/mp4', 'm4a', [4, 'ftypM4A']),
  begins('audio/mp4', 'm4a', [4, 'ftypM4B']),
  begins('audio/ogg', 'ogg', [0, 'OggS']),
  begins('audio/flac', 'flac', [0, 'fLaC']),
  begins('audio/mpeg', 'mp3', [0, 'ID3']),
  begins('audio/mpeg', 'mp3', [0, '\xff\xfb']),
  begins('audio/mpeg', 'mp3', [0, '\xff\xfa']),
  begins('audio/mpeg', 'mp3', [0, '\xff\xf3']),
  begins('audio/mpeg', 'mp3', [0, '\xff\xf2']),
  begins('audio/aac', 'aac', [0, '\xff\xf1']),
  begins('audio/aac', 'aac', [0, '\xff\xf9']),
  begins('video/quicktime', 'mov', [4, 'ftypqt']),
  begins('video/quicktime', 'mov', [4, 'moov']),
  begins('video/3gpp', '3gp', [4, 'ftyp3g']),
  begins('video/mp4', 'mp4', [4, 'ftyp']),
  begins('video/x-matroska', 'mkv', [0, '\x1a\x45\xdf\xa3'], [24, 'matroska']),
  begins('video/x-matroska', 'mkv', [0, '\x1a\x45\xdf\xa3'], [31, 'matroska']),
  begins('video/webm', 'webm', [0, '\x1a\x45\xdf\xa3']),
  begins('video/avi', 'avi', [0, 'RIFF'], [8, 'AVI ']),
  begins('video/mpeg', 'mpg', [0, '\0\0\x01\xba']),
  begins('video/mpeg', 'mpg', [0, '\0\0\x01\xb3']),
  begins('video/x-flv', 'flv', [0, 'FLV\x01']),
  begins('video/x-ms-wmv', 'wmv', [0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11']),
  begins('application/pdf', 'pdf', [0, '%PDF-']),
  begins('text/rtf', 'rtf', [0, '{\\rtf']),
]

/** The text types that models take; every other text is plain. */
const textTypes: readonly MediaType[] = [
  { mimeType: 'text/plain', extension: 'txt' },
  { mimeType: 'text/markdown', extension: 'md' },
  { mimeType: 'text/csv', extension: 'csv' },
  { mimeType: 'text/html', extension: 'html' },
  { mimeType: 'text/xml', extension: 'xml' },
  { mimeType: 'text/css', extension: 'css' },
  { mimeType: 'text/javascript', extension: 'js' },
  { mimeType: 'text/x-python', extension: 'py' },
]

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

/** Of a file that somebody named: text has no signature, but its name tells the kind. Undefined if no model reads it. */
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

const textExtensionAliases: Readonly<Record<string, string>> = {
  markdown: 'md',
  htm: 'html',
  svg: 'xml',
  mjs: 'js',
  cjs: 'js',
}

/** Undefined if the head is no text in UTF-8. */
function readTextType(head: Uint8Array, name: string): MediaType | undefined {
  if (!isText(head)) return undefined
  const ending = extname(name).slice(1).toLowerCase()
  const extension = textExtensionAliases[ending] ?? ending
  return textTypes.find((type) => type.extension === extension) ?? textTypes[0]
}

/** The head may end within a letter. */
function isText(head: Uint8Array): boolean {
  if (head.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

const maxNameLength = 120

const mediaExtensionAliases: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  jfif: 'jpg',
  tif: 'tiff',
  oga: 'ogg',
  opus: 'ogg',
  ogv: 'ogg',
  aif: 'aiff',
  mpeg: 'mpg',
  m4v: 'mp4',
  qt: 'mov',
}

/** Text keeps its ending: many kinds of it are plain. */
export function toDisplayName(name: string, mimeType: string): string {
  const bare = (name.split(/[/\\]/).at(-1) ?? '').replace(/\p{C}/gu, '').trim()
  const ending = extname(bare)
  const stem = ending ? bare.slice(0, -ending.length) : bare
  const right = isRight(ending, mimeType) ? ending : `.${readMediaType(new Uint8Array(), mimeType).extension}`
  return `${[...(stem || 'file')].slice(0, maxNameLength - right.length).join('')}${right}`
}

function isRight(ending: string, mimeType: string): boolean {
  if (mimeType.startsWith('text/')) return true
  const extension = ending.slice(1).toLowerCase()
  return typeOfExtension(mediaExtensionAliases[extension] ?? extension) === mimeType
}
