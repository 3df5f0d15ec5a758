// Stats of a picture: requested and actual size, file size, time and tokens.
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { desktop } from '../../../api/desktop'
import { formatBytes, formatCount, formatDuration } from '../../../components/format'
import { describeKeptFile } from '../../../state/keep-file'
import { type PartFile, readPartFile } from '../../../state/part-file'
import { findFinalPicture } from '../state/drawing-steps'
import { toShape } from './lay-out'

interface PictureFacts {
  readonly mimeType: string
  /** Pixels, as decoded; null where the kind of file is not known. */
  readonly width: number | null
  readonly height: number | null
  readonly bytes: number
  readonly hasC2pa: boolean
}

type Asked = Pick<ChatParameters, 'aspectRatio' | 'imageSize'>

/** Models round to whole blocks of pixels: `16:9` comes as 1376 × 768. */
const tolerance = 0.03

/** `asked 16:9, 2K`; empty where all was left to the model. */
export function describeAsked({ aspectRatio, imageSize }: Asked): string {
  const asked = [aspectRatio, imageSize].filter(Boolean).join(', ')
  return asked && `asked ${asked}`
}

/** Whether the picture has another shape, or another size, than was asked for. */
export function isOff(asked: Asked, { width, height }: Pick<PictureFacts, 'width' | 'height'>): boolean {
  if (!width || !height) return false
  const shape = toShape(asked.aspectRatio)
  if (shape !== undefined && Math.abs(width / height / shape - 1) > tolerance) return true
  const side = toSide(asked.imageSize)
  // Tiers are areas: `2K` is about that of a square of 2048 pixels.
  return side !== undefined && Math.abs(Math.sqrt(width * height) / side - 1) > 0.25
}

export function describePixels({ width, height }: Pick<PictureFacts, 'width' | 'height'>): string {
  return width && height ? `${width} × ${height}` : ''
}

/** `PNG · 1.3 MB · 1.4 s · 1,290 tok`; only what is known. */
export function listFigures(
  { times, usage }: Pick<Turn, 'times' | 'usage'>,
  facts: PictureFacts | undefined,
): string[] {
  const figures = [
    facts && toTypeWord(facts.mimeType),
    facts && (facts.bytes > 0 ? formatBytes(facts.bytes) : 'file missing'),
    times.total !== null && formatDuration(times.total),
    usage?.totalTokenCount !== undefined && `${formatCount(usage.totalTokenCount)} tok`,
    facts?.hasC2pa && 'Content Credentials',
  ]
  return figures.filter((figure) => typeof figure === 'string')
}

function toTypeWord(mimeType: string): string {
  return (mimeType.split('/')[1] ?? mimeType).toUpperCase()
}

function toSide(imageSize: string | undefined): number | undefined {
  if (imageSize === undefined) return undefined
  return imageSize.endsWith('K') ? Number.parseInt(imageSize, 10) * 1024 : Number(imageSize)
}

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
    describeKeptFile(media),
  ])
  return { mimeType: file?.mimeType || mimeType, bytes: file?.bytes ?? 0, ...provenance }
}

/** Models follow the picture they are given, and else draw a square (wire §7.1). */
export function useShape(
  prompt: Turn | undefined,
  { edited, answer }: { readonly edited: Turn | undefined; readonly answer: Turn | undefined },
): number {
  const asked = toShape(answer?.parameters?.aspectRatio)
  const [reference] = prompt?.parts.flatMap((part) => readPartFile(part) ?? []) ?? []
  const facts = usePictureFacts(asked === undefined ? (findFinalPicture(edited) ?? reference ?? null) : null)
  if (asked !== undefined) return asked
  return facts?.width && facts.height ? facts.width / facts.height : 1
}
