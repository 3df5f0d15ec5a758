// Reads a file as text, piece by piece, in the encoding that it has, with every line break as one `\n`.
import { ApiError } from '#shared/schemas/api-error'

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** By its mark; null where it has none. */
function readByteOrderMark(head: Uint8Array): TextEncoding | null {
  const [first, second, third] = head
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** Without a mark it is UTF-8 where all of it can be, else what Windows wrote in the west before. */
export async function findEncoding(file: Blob, onShare?: (share: number) => void): Promise<TextEncoding> {
  const marked = readByteOrderMark(new Uint8Array(await file.slice(0, 3).arrayBuffer()))
  if (marked) return marked
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const { bytes, share } of readPieces(file)) {
      decoder.decode(bytes, { stream: true })
      onShare?.(share)
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

interface TextPiece {
  readonly text: string
  /** Of the file, from 0 to 1. */
  readonly share: number
}

/** The mark is no part of it. Refused where it is no text. */
export async function* decodeText(file: Blob, encoding: TextEncoding): AsyncGenerator<TextPiece> {
  const decoder = new TextDecoder(encoding)
  // The second half of a line break may come with the next piece.
  let table = ''
  for await (const { bytes, share } of readPieces(file)) {
    const text = table + decoder.decode(bytes, { stream: true })
    table = text.endsWith('\r') ? '\r' : ''
    yield { text: joinBreaks(rejectZeros(table ? text.slice(0, -1) : text)), share }
  }
  yield { text: joinBreaks(table + decoder.decode()), share: 1 }
}

function joinBreaks(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

function rejectZeros(text: string): string {
  if (!text.includes('\0')) return text
  throw new ApiError(
    'INVALID_ARGUMENT',
    'It is no text, or UTF-16 without the mark that tells so. Save it as UTF-8, and try again.',
  )
}

const pieceLength = 256 * 1024

async function* readPieces(file: Blob): AsyncGenerator<{ bytes: Uint8Array; share: number }> {
  for (let at = 0; at < file.size; at += pieceLength) {
    const bytes = new Uint8Array(await file.slice(at, at + pieceLength).arrayBuffer())
    yield { bytes, share: Math.min(1, (at + bytes.length) / file.size) }
  }
}
