// Dialog that resizes attached pictures and shows the resulting size first.
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import type { Attachment } from '#shared/schemas/chat'
import { describeError } from '../api/describe-error'
import { Button } from '../components/Button'
import { Dialog } from '../components/Dialog'
import { formatBytes } from '../components/format'
import { Notice } from '../components/Notice'
import { RadioCards } from '../components/RadioCards'
import { Skeleton } from '../components/Skeleton'
import { toAttachment } from '../state/attachments'
import { replaceAttachment } from '../state/drafts'
import { readMediaFile, uploadFile } from '../state/media-files'
import { toastUndo } from '../state/undo'

type AttachedFile = Extract<Attachment, { kind: 'file' }>

interface ShrinkDialogProps {
  readonly draftKey: string
  readonly pictures: readonly AttachedFile[]
  readonly onClose: () => void
}

const sides = ['2048', '1024'] as const
type Side = (typeof sides)[number]
type Outcome = Readonly<Record<Side, readonly (Shrunk | null)[]>>

export function ShrinkDialog({ draftKey, pictures, onClose }: ShrinkDialogProps) {
  const [side, setSide] = useState<Side>('2048')
  const { outcome, error } = useOutcome(pictures)
  const before = pictures.reduce((sum, { bytes }) => sum + bytes, 0)
  const selected = outcome?.[side]
  const canUse = selected?.some((one) => one !== null) === true

  const use = useMutation({
    mutationFn: () => applyShrunk(draftKey, pictures, selected ?? []),
    onSuccess: onClose,
    onError: (failure) => toast.error(describeError(failure)),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={pictures.length === 1 ? `Resize ${pictures[0]?.name}` : `Resize ${pictures.length} images`}
      description="Smaller images use fewer bytes and tokens. The originals stay on your disk, and you can undo this."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!canUse || use.isPending} onClick={() => use.mutate()}>
            Resize
          </Button>
        </>
      }
    >
      <div className="flex min-h-20 flex-col gap-3 overflow-y-auto px-5 pb-2">
        {error && <Notice tone="danger" title={error} />}
        {!outcome && !error && <Skeleton label="Resizing" widths={['100%', '60%']} />}
        {outcome && (
          <RadioCards
            label="Longest side"
            value={side}
            onChange={setSide}
            choices={sides.map((each) => ({
              value: each,
              label: `${each} pixels`,
              description: describeSizes(pictures, outcome[each], before),
            }))}
          />
        )}
        {outcome && !canUse && (
          <p className="text-soft text-sm">These images are already this size or smaller.</p>
        )}
      </div>
    </Dialog>
  )
}

function describeSizes(pictures: readonly AttachedFile[], shrunk: Outcome[Side], before: number): string {
  const after = pictures.reduce((sum, { bytes }, at) => sum + (shrunk[at]?.blob.size ?? bytes), 0)
  const [single] = shrunk
  const pixels = shrunk.length === 1 && single ? `${single.width} × ${single.height}, ` : ''
  return `${pixels}${formatSize(before)} → ${formatSize(after)}`
}

function formatSize(bytes: number): string {
  return formatBytes(bytes).replace(' ', '\u00a0')
}

function useOutcome(pictures: readonly AttachedFile[]) {
  const [state, setState] = useState<{ outcome?: Outcome; error?: string }>({})
  useEffect(() => {
    let isCancelled = false
    const shrinkAll = (side: Side) => shrinkPictures(pictures, Number(side))
    Promise.all([shrinkAll('2048'), shrinkAll('1024')]).then(
      ([large, small]) => !isCancelled && setState({ outcome: { 2048: large, 1024: small } }),
      (error) => !isCancelled && setState({ error: describeError(error) }),
    )
    return () => {
      isCancelled = true
    }
  }, [pictures])
  return state
}

/** One after the other: each needs its full size in memory while it is resized. */
async function shrinkPictures(pictures: readonly AttachedFile[], maxSide: number) {
  const shrunk: (Shrunk | null)[] = []
  for (const picture of pictures) shrunk.push(await shrinkPicture(picture, maxSide))
  return shrunk
}

async function applyShrunk(
  draftKey: string,
  pictures: readonly AttachedFile[],
  shrunk: readonly (Shrunk | null)[],
) {
  const undos: (() => void)[] = []
  for (const [at, picture] of pictures.entries()) {
    const smaller = shrunk[at]
    if (!smaller) continue
    const smallerFile = await saveShrunk(picture, smaller)
    replaceAttachment(draftKey, picture.id, smallerFile)
    undos.push(() => replaceAttachment(draftKey, smallerFile.id, picture))
  }
  const message = undos.length === 1 ? 'Image resized' : `${undos.length} images resized`
  toastUndo(message, () => undos.forEach((undo) => void undo()))
}

interface Shrunk extends Size {
  readonly blob: Blob
}

const quality = 0.86

/** Resolves to null if the picture would not become smaller. Rejects if the page cannot decode it. */
async function shrinkPicture({ media, bytes }: AttachedFile, maxSide: number): Promise<Shrunk | null> {
  const original = await createImageBitmap(await readMediaFile(media))
  const size = fitWithin(original, maxSide)
  const canvas = new OffscreenCanvas(size.width, size.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('Couldn’t resize the image.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(original, 0, 0, size.width, size.height)
  original.close()
  const type = isOpaque(context, size) ? 'image/jpeg' : 'image/webp'
  const blob = await canvas.convertToBlob({ type, quality })
  return blob.size < bytes ? { blob, ...size } : null
}

/** Stored next to the original, which stays because other prompts may show it. */
async function saveShrunk({ name }: AttachedFile, { blob }: Shrunk): Promise<Attachment> {
  return toAttachment(await uploadFile(new File([blob], name, { type: blob.type })))
}

function isOpaque(context: OffscreenCanvasRenderingContext2D, { width, height }: Size): boolean {
  const { data } = context.getImageData(0, 0, width, height)
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false
  return true
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Limits the longer side to `maxSide` pixels; smaller pictures stay as they are. */
export function fitWithin({ width, height }: Size, maxSide: number): Size {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
