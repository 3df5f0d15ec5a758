// Reads the address of a file that the model fetches by itself, and guesses what it is.

export type ReadAddress =
  | { readonly uri: string; readonly mimeType: string; readonly problem?: undefined }
  | { readonly problem: string }

const typesByEnding: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  avi: 'video/avi',
  mpg: 'video/mpeg',
  mpeg: 'video/mpeg',
  wmv: 'video/x-ms-wmv',
  flv: 'video/x-flv',
  '3gp': 'video/3gpp',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  aac: 'audio/aac',
  aiff: 'audio/aiff',
  m4a: 'audio/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  heic: 'image/heic',
  heif: 'image/heif',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  xml: 'text/xml',
}

/** Types to choose from where the ending tells none. */
export const knownTypes: readonly string[] = [...new Set(Object.values(typesByEnding))]

const youTube = /^(www\.|m\.|music\.)?youtube\.com$|^youtu\.be$/

export function readAddress(text: string): ReadAddress {
  const uri = text.trim()
  if (uri === '') return { problem: 'must not be empty' }
  if (/^files\/[\w-]+$/.test(uri)) return { uri, mimeType: '' }
  const url = toUrl(uri)
  if (!url) return { problem: 'must be an address that begins with https:// or gs://, or files/…' }
  if (url.protocol !== 'https:' && url.protocol !== 'gs:') {
    return { problem: `models fetch over https: and gs:, not over ${url.protocol}` }
  }
  // A video's page has no ending; this is the type it is asked for with (specification, E11).
  if (youTube.test(url.hostname)) return { uri, mimeType: 'video/mp4' }
  const ending = /\.(\w+)$/.exec(url.pathname)?.[1]?.toLowerCase()
  return { uri, mimeType: typesByEnding[ending ?? ''] ?? '' }
}

/** Empty where it may be left out. */
export function findTypeProblem(mimeType: string): string | undefined {
  const isType = mimeType === '' || /^[a-z]+\/[\w.+-]+$/i.test(mimeType)
  return isType ? undefined : 'must look like video/mp4'
}

function toUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
