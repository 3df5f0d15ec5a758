// How files of each kind begin.

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
export const mediaSignatures: readonly Signature[] = [
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
