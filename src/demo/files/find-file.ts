// Finds the uploaded or generated files of this service that a request's fileUri names.
import { createHash } from 'node:crypto'
import { ApiError } from '#shared/schemas/api-error'
import type { DemoState } from '../demo-request'
import { listField, objectField, textField } from '../generation/fields'
import type { FindFile, FoundFile } from '../generation/media'
import { readFileId } from '../video/video-plan'

/** `host` is the one that the client used. Videos in `body` are rendered before this resolves. */
export async function findFilesOf(
  body: unknown,
  { state, host }: { state: DemoState; host: string },
): Promise<FindFile> {
  const generated = new Map<string, FoundFile>()
  for (const id of listFileIds(body, host)) {
    const bytes = readFileId(id) ? await state.videos.read(id) : undefined
    if (bytes) generated.set(id, toFoundFile(bytes))
  }
  return (uri) => {
    const id = readLocalId(uri, host)
    return id === undefined ? undefined : (generated.get(id) ?? findUploaded(id, state))
  }
}

function findUploaded(id: string, { files }: DemoState): FoundFile {
  const file = files.find(id)
  const { content, mimeType, digest } = file
  if (files.stateOf(file) === 'ACTIVE')
    return { mimeType, size: content.size, read: () => content.read(), digest: () => digest }
  throw new ApiError(
    'FAILED_PRECONDITION',
    `The File ${id} is not in an ACTIVE state and usage is not allowed.`,
  )
}

function toFoundFile(bytes: Buffer): FoundFile {
  const digest = () => createHash('sha256').update(bytes).digest('hex')
  return { mimeType: 'video/mp4', size: bytes.length, read: () => bytes, digest }
}

function listFileIds(body: unknown, host: string): Set<string> {
  const parts = listField(body, 'contents').flatMap((content) => listField(content, 'parts'))
  const uris = parts.map((part) => textField(objectField(part, 'fileData'), 'fileUri') ?? '')
  return new Set(uris.flatMap((uri) => readLocalId(uri, host) ?? []))
}

/** Loopback hosts count as this service, whatever their port, since a gateway may be in front of it. */
function readLocalId(uri: string, host: string): string | undefined {
  const [, authority, id] =
    /^(?:https?:\/\/([^/?#]+)(?:\/v1)?\/v1beta\/)?files\/([^/:?#]+)(?::download(?:\?.*)?)?$/.exec(uri) ?? []
  const isLocal =
    authority === undefined ||
    authority === host ||
    /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(authority)
  return isLocal ? id : undefined
}
