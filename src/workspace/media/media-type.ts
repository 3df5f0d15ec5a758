// The type of a file, by its first bytes, its declared type, and its name.
import { extname } from 'node:path'
import { isText } from '#shared/wire/read-body'

/** The formats of audio that can be transcribed, for messages. */
export const supportedAudio = 'MP3, MP4, M4A, MPGA, OGG, WAV, WebM, and FLAC'

export interface MediaType {
  readonly mimeType: string
  /** Without its dot. */
  readonly extension: string
}

interface Signature extends MediaType {
  /** Offset and Latin-1 text at it. */
  readonly patterns: readonly (readonly [number, string])[]
}

function signature(
  mimeType: string,
  extension: string,
  ...patterns: Signature['patterns'][number][]
): Signature {
  return { mimeType, extension, patterns }
}

/** The first match applies. */
const mediaSignatures: readonly Signature[] = [
  signature('image/png', 'png', [0, '\x89PNG\r\n\x1a\n']),
  signature('image/jpeg', 'jpg', [0, '\xff\xd8\xff']),
  signature('image/gif', 'gif', [0, 'GIF8']),
  signature('image/webp', 'webp', [0, 'RIFF'], [8, 'WEBP']),
  signature('image/bmp', 'bmp', [0, 'BM'], [6, '\0\0\0\0']),
  signature('image/tiff', 'tiff', [0, 'II*\0']),
  signature('image/tiff', 'tiff', [0, 'MM\0*']),
  signature('image/avif', 'avif', [4, 'ftypavi']),
  signature('image/avif', 'avif', [4, 'ftypmif1'], [16, 'avif']),
  signature('image/avif', 'avif', [4, 'ftypmif1'], [20, 'avif']),
  signature('image/heic', 'heic', [4, 'ftyphei']),
  signature('image/heic', 'heic', [4, 'ftyphev']),
  signature('image/heic', 'heic', [4, 'ftypmif1'], [16, 'heic']),
  signature('image/heic', 'heic', [4, 'ftypmif1'], [20, 'heic']),
  signature('image/heif', 'heif', [4, 'ftypmif1']),
  signature('image/heif', 'heif', [4, 'ftypmsf1']),
  signature('audio/wav', 'wav', [0, 'RIFF'], [8, 'WAVE']),
  signature('audio/aiff', 'aiff', [0, 'FORM'], [8, 'AIF']),
  signature('audio/mp4', 'm4a', [4, 'ftypM4A']),
  signature('audio/mp4', 'm4a', [4, 'ftypM4B']),
  signature('audio/ogg', 'ogg', [0, 'OggS']),
  signature('audio/flac', 'flac', [0, 'fLaC']),
  signature('audio/mpeg', 'mp3', [0, 'ID3']),
  signature('audio/mpeg', 'mp3', [0, '\xff\xfb']),
  signature('audio/mpeg', 'mp3', [0, '\xff\xfa']),
  signature('audio/mpeg', 'mp3', [0, '\xff\xf3']),
  signature('audio/mpeg', 'mp3', [0, '\xff\xf2']),
  signature('audio/aac', 'aac', [0, '\xff\xf1']),
  signature('audio/aac', 'aac', [0, '\xff\xf9']),
  signature('video/quicktime', 'mov', [4, 'ftypqt']),
  signature('video/quicktime', 'mov', [4, 'moov']),
  signature('video/3gpp', '3gp', [4, 'ftyp3g']),
  signature('video/mp4', 'mp4', [4, 'ftyp']),
  signature('video/x-matroska', 'mkv', [0, '\x1a\x45\xdf\xa3'], [24, 'matroska']),
  signature('video/x-matroska', 'mkv', [0, '\x1a\x45\xdf\xa3'], [31, 'matroska']),
  signature('video/webm', 'webm', [0, '\x1a\x45\xdf\xa3']),
  signature('video/avi', 'avi', [0, 'RIFF'], [8, 'AVI ']),
  signature('video/mpeg', 'mpg', [0, '\0\0\x01\xba']),
  signature('video/mpeg', 'mpg', [0, '\0\0\x01\xb3']),
  signature('video/x-flv', 'flv', [0, 'FLV\x01']),
  signature('video/x-ms-wmv', 'wmv', [0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11']),
  signature('application/pdf', 'pdf', [0, '%PDF-']),
  signature('text/rtf', 'rtf', [0, '{\\rtf']),
]

/** The text types that models accept; other text counts as plain. */
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

/** Maximum number of bytes that a type is determined from. */
export const headLength = 4096

const known: readonly MediaType[] = [...mediaSignatures, ...textTypes]
const unknown: MediaType = { mimeType: 'application/octet-stream', extension: 'bin' }

/** Unregistered names of types in use; every service rejects `image/jpg` (wire §4.3). */
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

/** The declared type applies if the bytes have no known signature. */
export function readMediaType(bytes: Uint8Array, declared?: string): MediaType {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  const bySignature = mediaSignatures.find(({ patterns }) =>
    patterns.every(([at, text]) => head.startsWith(text, at)),
  )
  const found = bySignature ?? known.find(({ mimeType }) => mimeType === correctType(declared)) ?? unknown
  return { mimeType: found.mimeType, extension: found.extension }
}

/** For bytes from a model: image types are determined by their bytes alone, so a wrong declaration is ignored. */
export function readSentType(bytes: Uint8Array, declared?: string): MediaType {
  const claimed = readMediaType(bytes, declared)
  if (!claimed.mimeType.startsWith('image/')) return claimed
  const found = readMediaType(bytes)
  const isKnown = found.mimeType !== unknown.mimeType
  return isKnown || bytes.length === 0 ? found : (readTextType(bytes.subarray(0, headLength), '') ?? unknown)
}

/** For a file with a name: text has no signature, so the name decides. Undefined if no model accepts the type. */
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

/** Returns undefined if the bytes are not UTF-8 text. */
function readTextType(head: Uint8Array, name: string): MediaType | undefined {
  if (!isText(head)) return undefined
  const suffix = extname(name).slice(1).toLowerCase()
  const extension = textExtensionAliases[suffix] ?? suffix
  return textTypes.find((type) => type.extension === extension) ?? textTypes[0]
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

/** Text retains its extension, because many kinds of it are plain text. */
export function toDisplayName(name: string, mimeType: string): string {
  const bare = (name.split(/[/\\]/).at(-1) ?? '').replace(/\p{C}/gu, '').trim()
  const suffix = extname(bare)
  const stem = suffix ? bare.slice(0, -suffix.length) : bare
  const extension = matchesType(suffix, mimeType)
    ? suffix
    : `.${readMediaType(new Uint8Array(), mimeType).extension}`
  return `${[...(stem || 'file')].slice(0, maxNameLength - extension.length).join('')}${extension}`
}

function matchesType(suffix: string, mimeType: string): boolean {
  if (mimeType.startsWith('text/')) return true
  const extension = suffix.slice(1).toLowerCase()
  return typeOfExtension(mediaExtensionAliases[extension] ?? extension) === mimeType
}
