// A picture in a larger view, with its size, and the way to save it as it is.
import { Download } from 'lucide-react'
import { Button } from '../../../kit/Button'
import { Dialog } from '../../../kit/Dialog'
import type { PictureSize } from './picture-sizes'
import { saveFile } from './save-file'
import { tellFailure } from './tell-failure'

interface PictureDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly media: string
  readonly url: string
  readonly mimeType: string
  readonly size: PictureSize | undefined
}

export function PictureDialog({ open, onClose, title, media, url, mimeType, size }: PictureDialogProps) {
  const facts = [size && `${size.width} × ${size.height} pixels`, mimeType].filter(Boolean).join(' · ')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={facts}
      className="top-[4vh]! max-h-[92vh]! w-max! max-w-[calc(100vw-48px)]"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button look="primary" onClick={() => saveFile(media, mimeType).catch(tellFailure)}>
            <Download size={14} aria-hidden="true" />
            Save picture…
          </Button>
        </>
      }
    >
      <div className="flex min-h-0 min-w-80 flex-1 items-center justify-center overflow-auto bg-sunken p-4">
        <img src={url} alt={title} className="max-h-[calc(92vh-180px)] object-contain" />
      </div>
    </Dialog>
  )
}
