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

/** Pieces of this length are searched, so that half of a secret is found, too. */
const pieceLength = 12

/** All pieces of all encodings of a secret, as UTF-8 and as UTF-16. */
function toNeedles(secret: string): Buffer[] {
  const percent = encodeURIComponent(secret)
  const json = JSON.stringify(secret).slice(1, -1)
  const form = new URLSearchParams({ a: secret }).toString().slice(2)
  const hex = Buffer.from(secret).toString('hex')
  const base64 = [0, 1, 2].map((before) => toInnerBase64(secret, before))
  const encodings = [
    secret,
    percent,
    encodeURIComponent(percent),
    form,
    json,
    JSON.stringify(json),
    hex,
    ...base64,
  ]
  const pieces = new Set(encodings.flatMap((text) => text.match(new RegExp(`.{${pieceLength}}`, 'gs')) ?? []))
  const variants = [...pieces].flatMap((piece) => [piece, piece.replaceAll('+', '-').replaceAll('/', '_')])
  return variants.flatMap((piece) => [Buffer.from(piece), Buffer.from(piece, 'utf16le')])
}

/** The Base64 text of the secret without what depends on its surroundings; `before` is its offset modulo 3. */
function toInnerBase64(secret: string, before: number): string {
  const text = Buffer.from('\0'.repeat(before) + secret).toString('base64')
  return text.slice(before === 0 ? 0 : 4, Math.floor((before + secret.length) / 3) * 4)
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
