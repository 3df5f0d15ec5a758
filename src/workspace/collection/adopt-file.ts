// Makes items of a file that only its sidecar knows.
import { ApiError } from '#shared/schemas/api-error'
import type { Making } from '#shared/schemas/making'
import { typeOfExtension } from '../media-types/media-type'
import type { ListedFile } from '../storage/media-file'
import type { CollectionPorts } from './collection-ports'
import { insertItem } from './item-rows'
import { toItemTitle } from './made-pictures'
import { readSidecar } from './sidecars'

/** 1 where it was adopted, 0 where its sidecar tells nothing. Bytes and pixels are added once they are read. */
export async function adoptFile(ports: CollectionPorts, file: ListedFile): Promise<0 | 1> {
  const { connection, media, tell, isClosed } = ports
  const makings = await readSidecar(media, file.hash)
  if (isClosed() || makings.length === 0) return 0
  try {
    const added = connection.transact(() => makings.filter((making) => adopt(ports, file, making)))
    if (added.length === 0) return 0
    tell()
    return 1
  } catch (error) {
    // A sidecar that the database does not take blocks nothing else.
    if (error instanceof ApiError) return 0
    throw error
  }
}

/** The last one that a calendar knows. */
const lastMoment = 8_640_000_000_000_000

/** What stands in a file may be any number. */
function toMoment(stated: number): number {
  return Math.round(Math.min(Math.max(stated, 0), lastMoment))
}

function adopt({ connection, newId }: CollectionPorts, { hash, name }: ListedFile, making: Making): boolean {
  const mimeType = typeOfExtension(name.slice(name.lastIndexOf('.') + 1))
  return insertItem(connection, {
    id: newId(),
    kind: mimeType.startsWith('video/') ? 'video' : 'image',
    title: toItemTitle(making.prompt),
    text: making.prompt,
    model: making.model,
    created_at: toMoment(making.createdAt),
    deleted_at: null,
    file: 'here',
    media: hash,
    mime_type: mimeType,
    conversation_id: making.conversationId,
    turn_id: making.turnId,
    making: JSON.stringify(making),
  })
}
