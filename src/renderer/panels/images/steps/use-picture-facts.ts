// What is known of a kept picture: its pixels, bytes and provenance. A kept file never changes.
import { skipToken, useQuery } from '@tanstack/react-query'
import { desktop } from '../../../api/desktop'
import { statMediaFile } from '../../../state/media-files'
import type { PartFile } from '../../../state/turn-parts'
import type { PictureFacts } from './figures'

/** Undefined until it is known; null asks for nothing. */
export function usePictureFacts(file: Pick<PartFile, 'media' | 'mimeType'> | null): PictureFacts | undefined {
  const { data } = useQuery({
    queryKey: ['facts of a picture', file?.media],
    queryFn: file ? () => readFacts(file) : skipToken,
  })
  return data
}

async function readFacts({ media, mimeType }: Pick<PartFile, 'media' | 'mimeType'>): Promise<PictureFacts> {
  const [provenance, file] = await Promise.all([
    desktop.images.readProvenance({ media }),
    statMediaFile(media),
  ])
  return { mimeType: file?.mimeType || mimeType, bytes: file?.bytes ?? 0, ...provenance }
}
