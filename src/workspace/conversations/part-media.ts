// Media in the parts of a turn: Base64 on the wire, a hash of the media folder when stored.
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

/** A file that a model has made; what it drew while it thought is none (wire §7.2). */
export function hasGeneratedMedia(part: Part): boolean {
  return part.thought !== true && blobFields.some((field) => typeof part[field]?.media === 'string')
}

/** What a function has given back beside its response (wire §2.3): it may hold media, too. */
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

/** Base64 becomes `media: '<sha256>'`; every other field stays, in its place. */
export function storeMedia(part: Part, save: Media['keep']): Promise<Part> {
  return replaceBlobs(part, async (blob) => {
    if (blob.data === undefined) return blob
    const declared = blob.mimeType ?? blob.mime_type
    const file = await save(Buffer.from(blob.data, 'base64'), declared)
    const type = declared === undefined ? { mimeType: file.mimeType } : {}
    return { ...type, ...replaceField(blob, 'data', ['media', file.hash]) }
  })
}

/** The way back; refused if the file is gone, because the model would be shown something else. */
export function inlineMedia(part: Part, media: Media): Promise<Part> {
  return replaceBlobs(part, async (blob) => {
    if (typeof blob.media !== 'string') return blob
    const bytes = await media.read(blob.media)
    return toSent(blob, Buffer.from(bytes).toString('base64'))
  })
}

/** The hash is where the Base64 would, and is added to `hashes`. */
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

/** Without the file's name, which is ours: services refuse a member that they do not know (wire §2.8). */
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

/** The hashes, each once, in the order in which they stand. */
export async function listMedia(turns: readonly Pick<Turn, 'parts'>[]): Promise<string[]> {
  const pause = createYield()
  const found = new Set<string>()
  for (const { parts } of turns) {
    for (const media of walk(parts)) found.add(media)
    await pause()
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

/** The hash of a blob that was kept as a file. */
export function readMedia(blob: unknown): string | undefined {
  if (typeof blob !== 'object' || blob === null || !('media' in blob)) return undefined
  return typeof blob.media === 'string' && hash.test(blob.media) ? blob.media : undefined
}
