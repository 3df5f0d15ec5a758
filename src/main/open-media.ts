// Finds files by the names that the page has for them: a hash, or `log/` and the hash of a file of the request log.
import { logMediaPrefix } from '#shared/exchange/body-marks'
import type { MediaFile } from '#workspace/media/media-file'
import type { Workspace } from '#workspace/workspace'

export type MediaSources = Pick<Workspace, 'media' | 'exchanges'>

/** Throws for an invalid name or a missing file. */
export async function openMedia({ media, exchanges }: MediaSources, name: string): Promise<MediaFile> {
  return name.startsWith(logMediaPrefix)
    ? await exchanges.openFile(name.slice(logMediaPrefix.length))
    : await media.open(name)
}
