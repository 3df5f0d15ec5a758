// A file's name as it is shown: without a path, and with the ending that its bytes deserve.
import { extname } from 'node:path'
import { readMediaType, typeOfExtension } from './media-type'

const longest = 120

const otherEndings: Readonly<Record<string, string>> = {
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
export function toShownName(name: string, mimeType: string): string {
  const bare = (name.split(/[/\\]/).at(-1) ?? '').replace(/\p{C}/gu, '').trim()
  const ending = extname(bare)
  const stem = ending ? bare.slice(0, -ending.length) : bare
  const right = isRight(ending, mimeType) ? ending : `.${readMediaType(new Uint8Array(), mimeType).extension}`
  return `${[...(stem || 'file')].slice(0, longest - right.length).join('')}${right}`
}

function isRight(ending: string, mimeType: string): boolean {
  if (mimeType.startsWith('text/')) return true
  const extension = ending.slice(1).toLowerCase()
  return typeOfExtension(otherEndings[extension] ?? extension) === mimeType
}
