// Converts media in the parts of a turn between Base64 on the wire and hashes of stored files.
import { ApiError } from '#shared/schemas/api-error'
import type { Turn } from '#shared/schemas/chat'
import { Part } from '#shared/schemas/content'
import { createYield } from '../concurrency/timing'
import type { Media } from '../media/media'

/** Both spellings of the field (specification §2). */
const blobFields = ['inlineData', 'inline_data'] as const

export function hasInlineMedia(part: Part): boolean {
  return (
    blobFields.some((field) => part[field]?.data !== undefined) ||
    innerParts(part)?.some(hasInlineMedia) === true
  )
}

/** Whether the part has a generated file. Images in thoughts do not count (wire §7.2). */
export function hasGeneratedMedia(part: Part): boolean {
  return part.thought !== true && blobFields.some((field) => typeof part[field]?.media === 'string')
}

/** Parts that a function returned beside its response (wire §2.3). They may contain media, too. */
export function innerParts({ functionResponse }: Part): readonly Part[] | undefined {
  const parts = functionResponse?.parts
  return Array.isArray(parts) && parts.every(isPart) ? parts : undefined
}

function isPart(value: unknown): value is Part {
  return Part.safeParse(value).success
}

export function withInnerParts(part: Part, parts: readonly Part[]): Part {
  const { functionResponse } = part
  return functionResponse ? { ...part, functionResponse: { ...functionResponse, parts } } : part
}

/** Saves Base64 as files and replaces it with `media: '<sha256>'`. Other fields and their order stay. */
export function storeMedia(part: Part, save: Media['store']): Promise<Part> {
  return replaceBlobs(part, async (blob) => {
    if (blob.data === undefined) return blob
    const declared = blob.mimeType ?? blob.mime_type
    const file = await save(Buffer.from(blob.data, 'base64'), declared)
    const type = declared === undefined ? { mimeType: file.mimeType } : {}
    return { ...type, ...replaceField(blob, 'data', ['media', file.hash]) }
  })
}

/** Reverses `storeMedia`. Throws if a file is missing, because the model would get a different conversation. */
export function inlineMedia(part: Part, media: Media): Promise<Part> {
  return replaceBlobs(part, async (blob) => {
    if (typeof blob.media !== 'string') return blob
    const bytes = await media.read(blob.media)
    return toSent(blob, Buffer.from(bytes).toString('base64'))
  })
}

/** Puts the hash in place of the Base64, and adds it to `hashes`. */
export function referenceMedia(part: Part, hashes: Set<string>): Part {
  const referenced: Part = { ...part }
  for (const field of blobFields) {
    const blob = part[field]
    if (typeof blob?.media !== 'string') continue
    hashes.add(blob.media)
    referenced[field] = toSent(blob, blob.media)
  }
  const inner = innerParts(part)?.map((each) => referenceMedia(each, hashes))
  return inner ? withInnerParts(referenced, inner) : referenced
}

type Blob = NonNullable<Part['inlineData']>

async function replaceBlobs(part: Part, replace: (blob: Blob) => Promise<Blob>): Promise<Part> {
  const changed: Part = { ...part }
  for (const field of blobFields) {
    const blob = part[field]
    if (blob) changed[field] = await replace(blob)
  }
  const inner = innerParts(part)
  if (!inner) return changed
  return withInnerParts(changed, await Promise.all(inner.map((each) => replaceBlobs(each, replace))))
}

/** Removes the file's name, which is our own field: services reject unknown fields (wire §2.8). */
function toSent({ fileName: _, ...blob }: Blob, data: string): Blob {
  return replaceField(blob, 'media', ['data', data])
}

function replaceField(blob: Blob, field: string, replacement: readonly [string, string]): Blob {
  return Object.fromEntries(Object.entries(blob).map((entry) => (entry[0] === field ? replacement : entry)))
}

export function toMissingMediaError(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') return error
  const message = `A file in this chat is missing, so the request can’t be sent. ${error.message}`
  return new ApiError('FAILED_PRECONDITION', message, { cause: error })
}

const hash = /^[0-9a-f]{64}$/

/** Lists each hash once, in order. */
export async function listMedia(turns: readonly Pick<Turn, 'parts'>[]): Promise<string[]> {
  const maybeYield = createYield()
  const found = new Set<string>()
  for (const { parts } of turns) {
    for (const media of walk(parts)) found.add(media)
    await maybeYield()
  }
  return [...found]
}

function* walk(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    const media = (name === 'inlineData' || name === 'inline_data') && readMedia(inner)
    if (media) yield media
    else yield* walk(inner)
  }
}

/** Returns the hash of a blob that is stored as a file. */
export function readMedia(blob: unknown): string | undefined {
  if (typeof blob !== 'object' || blob === null || !('media' in blob)) return undefined
  return typeof blob.media === 'string' && hash.test(blob.media) ? blob.media : undefined
}
