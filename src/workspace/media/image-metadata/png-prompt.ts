// A making inside a PNG: a text chunk of our own, and an XMP packet where there is none yet.
import type { Making } from '#shared/schemas/making'
import { brokenPicture } from './broken-picture'
import { longestText, readMaking, writeMaking } from './making-text'
import { makeChunk, readChunks } from './png-chunks'
import { isOurs, readPacket, writePacket } from './xmp-packet'

const ownKeyword = 'gen-playground'
const xmpKeyword = 'XML:com.adobe.xmp'

/** Before the pixels, where readers that stop at them look. */
export function embedInPng(bytes: Uint8Array, making: Making): Uint8Array {
  const kept: Uint8Array[] = []
  let keptUpTo = 0
  let pixels: number | undefined
  let hasXmp = false
  let end: number | undefined
  for (const chunk of readChunks(bytes)) {
    const text = chunk.type === 'iTXt' ? readText(chunk.data) : undefined
    if (text && isOwn(text)) {
      kept.push(bytes.subarray(keptUpTo, chunk.start))
      keptUpTo = chunk.end
    } else if (text?.keyword === xmpKeyword) hasXmp = true
    if (chunk.type === 'IDAT' && pixels === undefined) {
      kept.push(bytes.subarray(keptUpTo, chunk.start))
      pixels = kept.length
      keptUpTo = chunk.start
    }
    if (chunk.type === 'IEND') end = chunk.end
  }
  if (pixels === undefined || end === undefined) throw brokenPicture('PNG')
  kept.push(bytes.subarray(keptUpTo))
  const json = writeMaking(making)
  const added = [makeText(ownKeyword, Buffer.from(json))]
  // A second packet would not be allowed.
  if (!hasXmp) added.push(makeText(xmpKeyword, writePacket(making, json)))
  return Buffer.concat([...kept.slice(0, pixels), ...added, ...kept.slice(pixels)])
}

export function readFromPng(bytes: Uint8Array): Making | null {
  let found: Making | null = null
  for (const { type, data } of readChunks(bytes)) {
    const text = type === 'iTXt' ? readText(data) : undefined
    if (text?.keyword === ownKeyword) {
      const making = readMaking(Buffer.from(text.content).toString('utf8'))
      if (making) return making
    }
    if (text?.keyword === xmpKeyword) found = readPacket(text.content) ?? found
  }
  return found
}

interface Text {
  readonly keyword: string
  readonly content: Uint8Array
}

/** Keyword, compression flag and method, language, translated keyword, text. Compressed ones are not ours. */
function readText(data: Uint8Array): Text | undefined {
  const keywordEnd = data.subarray(0, 80).indexOf(0)
  if (keywordEnd < 1 || data[keywordEnd + 1] !== 0 || data.length > longestText) return undefined
  const languageEnd = data.indexOf(0, keywordEnd + 3)
  const translatedEnd = languageEnd < 0 ? -1 : data.indexOf(0, languageEnd + 1)
  if (translatedEnd < 0) return undefined
  const keyword = Buffer.from(data.subarray(0, keywordEnd)).toString('latin1')
  return { keyword, content: data.subarray(translatedEnd + 1) }
}

function isOwn({ keyword, content }: Text): boolean {
  return keyword === ownKeyword || (keyword === xmpKeyword && isOurs(content))
}

function makeText(keyword: string, content: Uint8Array): Uint8Array {
  return makeChunk('iTXt', Buffer.concat([Buffer.from(`${keyword}\0\0\0\0\0`, 'latin1'), content]))
}
