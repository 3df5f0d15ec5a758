// Searches data for secrets in every encoding in which they may appear.
import { Buffer } from 'node:buffer'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

export interface SearchedText {
  name: string
  content: Buffer
}

/** Secrets by name. */
type Secrets = Readonly<Record<string, string>>

/** A text with two consecutive pieces of an encoding contains at least one of the searched pieces. */
const pieceLength = 12

/** The encodings in which a secret may appear. */
function listEncodings(secret: string): string[] {
  const percent = encodeURIComponent(secret)
  const hex = Buffer.from(secret).toString('hex')
  const json = JSON.stringify(secret).slice(1, -1)
  const base64 = [0, 1, 2].map((before) => toInnerBase64(secret, before))
  return [
    secret,
    percent,
    percent.toLowerCase(),
    encodeURIComponent(percent),
    new URLSearchParams({ a: secret }).toString().slice(2),
    json,
    JSON.stringify(json).slice(1, -1),
    hex,
    hex.toUpperCase(),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ]
}

/**
 * The Base64 text of the secret without what depends on its surroundings; `before` is its offset modulo 3.
 */
function toInnerBase64(secret: string, before: number): string {
  const text = Buffer.from('\0'.repeat(before) + secret).toString('base64')
  return text.slice(before === 0 ? 0 : 4, Math.floor((before + secret.length) / 3) * 4)
}

function toPieces(form: string): string[] {
  const count = Math.floor(form.length / pieceLength)
  return Array.from({ length: count }, (_, at) => form.slice(at * pieceLength, (at + 1) * pieceLength))
}

/** All pieces of all encodings of a secret, as UTF-8 and as UTF-16. */
function toNeedles(secret: string): Buffer[] {
  const pieces = [...new Set(listEncodings(secret).flatMap(toPieces))]
  return pieces.flatMap((piece) => [Buffer.from(piece), Buffer.from(piece, 'utf16le')])
}

/** Returns `NAME holds SECRET` for each match. */
export function findSecrets(outputs: readonly SearchedText[], secrets: Secrets): string[] {
  return Object.entries(secrets).flatMap(([secret, text]) => {
    const needles = toNeedles(text)
    return outputs
      .filter(({ content }) => needles.some((needle) => content.includes(needle)))
      .map(({ name }) => `${name} holds ${secret}`)
  })
}

export function toSearchedText(name: string, content: unknown): SearchedText {
  return { name, content: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)) }
}

/** Reads every file under a folder. */
export async function readSearchedFiles(folder: string): Promise<SearchedText[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(
    files.map(async (file) => ({
      name: relative(folder, file),
      // Temporary files of Chromium may have been deleted meanwhile.
      content: await readFile(file).catch(() => Buffer.alloc(0)),
    })),
  )
}
