// Stats of a picture: requested and actual size, file size, time and tokens.
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Turn } from '#shared/schemas/chat'
import { desktop } from '../../../api/desktop'
import { formatBytes, formatCount, formatDuration } from '../../../components/format'
import {
  compareWithRequested,
  nameType,
  type RequestedSize,
  toPixels,
} from '../../../media-viewer/describe-picture'
import { statMediaFile } from '../../../state/media-files'
import type { PartFile } from '../../../state/turn-parts'

interface PictureFacts {
  readonly mimeType: string
  /** Decoded pixels; null if the file type is not known. */
  readonly width: number | null
  readonly height: number | null
  /** 0 if the file is missing. */
  readonly bytes: number
  readonly hasC2pa: boolean
}

/** `1376 × 768, requested 16:9, 2K`, and whether the actual size differs from the requested one. */
export function describeSize(
  requested: RequestedSize,
  { width, height }: Pick<PictureFacts, 'width' | 'height'> = { width: null, height: null },
) {
  const size = width && height ? { width, height } : null
  const requestedText = [requested.aspectRatio, requested.imageSize].filter(Boolean).join(', ')
  return {
    text: [size && toPixels(size), requestedText && `requested ${requestedText}`].filter(Boolean).join(', '),
    differs: size !== null && compareWithRequested(requested, size)?.matches === false,
  }
}

/** `PNG · 1.3 MB · 1.4 s · 1,290 output tokens · $0.039`; only known values. */
export function listPictureStats(
  { times, usage }: Pick<Turn, 'times' | 'usage'>,
  facts: PictureFacts | undefined,
  cost?: string | null,
): string[] {
  const stats = [
    facts && nameType(facts.mimeType),
    facts && (facts.bytes > 0 ? formatBytes(facts.bytes) : 'file missing'),
    times.total !== null && formatDuration(times.total),
    usage?.candidatesTokenCount !== undefined && `${formatCount(usage.candidatesTokenCount)} output tokens`,
    cost,
    facts?.hasC2pa && 'Content Credentials',
  ]
  return stats.filter((stat) => typeof stat === 'string')
}

/** Returns undefined until the facts are loaded, and for null. A stored file never changes. */
export function usePictureFacts(file: Pick<PartFile, 'media' | 'mimeType'> | null): PictureFacts | undefined {
  const { data } = useQuery({
    queryKey: ['image facts', file?.media],
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
