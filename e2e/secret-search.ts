// Looks for secrets in whatever was written, in every form that they may be written in.
import { Buffer } from 'node:buffer'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

export interface SearchedText {
  name: string
  content: Buffer
}

/** By name. */
type Secrets = Readonly<Record<string, string>>

/** Whatever holds two pieces of a form in a row holds one of those that are looked for. */
const pieceLength = 12

/** How a secret may be written. */
export function listEncodings(secret: string): string[] {
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

/** The part that is the same whatever stands around the secret, with so many bytes (modulo 3) before it. */
function toInnerBase64(secret: string, before: number): string {
  const text = Buffer.from('\0'.repeat(before) + secret).toString('base64')
  return text.slice(before === 0 ? 0 : 4, Math.floor((before + secret.length) / 3) * 4)
}

function cut(form: string): string[] {
  const count = Math.floor(form.length / pieceLength)
  return Array.from({ length: count }, (_, at) => form.slice(at * pieceLength, (at + 1) * pieceLength))
}

/** Of each secret every piece, as bytes of a text in UTF-8 and in UTF-16. */
function toNeedles(secret: string): Buffer[] {
  const pieces = [...new Set(listEncodings(secret).flatMap(cut))]
  return pieces.flatMap((piece) => [Buffer.from(piece), Buffer.from(piece, 'utf16le')])
}

/** `PLACE holds SECRET`, for each that does. */
export function findSecrets(places: readonly SearchedText[], secrets: Secrets): string[] {
  return Object.entries(secrets).flatMap(([secret, text]) => {
    const needles = toNeedles(text)
    return places
      .filter(({ content }) => needles.some((needle) => content.includes(needle)))
      .map(({ name }) => `${name} holds ${secret}`)
  })
}

export function toSearchedText(name: string, content: unknown): SearchedText {
  return { name, content: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)) }
}

/** Every file under a folder, whole. */
export async function readSearchedFiles(folder: string): Promise<SearchedText[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(
    files.map(async (file) => ({
      name: relative(folder, file),
      // A file of the browser's own may be gone again by now.
      content: await readFile(file).catch(() => Buffer.alloc(0)),
    })),
  )
}
