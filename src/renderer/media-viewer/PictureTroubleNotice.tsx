// Why a picture cannot be drawn, and what can be done.
import { ImageOff } from 'lucide-react'
import { Button } from '../components/Button'
import { EmptyState } from '../components/EmptyState'
import { nameType } from './describe-picture'
import { savePicture } from './picture-actions'
import type { LoadedPicture } from './use-loaded-picture'
import type { ViewedPicture } from './viewed-picture'

interface PictureTroubleNoticeProps {
  readonly picture: ViewedPicture
  readonly loaded: LoadedPicture
}

export function PictureTroubleNotice({ picture, loaded: { trouble, tryAgain } }: PictureTroubleNoticeProps) {
  if (trouble === 'missing') {
    return (
      <EmptyState icon={ImageOff} title="The file is missing">
        <p>
          It was moved or deleted outside of the application. Put it back into the media folder, or show the
          Library where it is now.
        </p>
        <Button onClick={tryAgain}>Try again</Button>
      </EmptyState>
    )
  }
  if (trouble === 'torn') {
    return (
      <p
        role="status"
        className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-lg border border-line bg-warn-wash px-3 py-1 text-ink"
      >
        The file is damaged: what you see is as far as it can be drawn.
      </p>
    )
  }
  return (
    <EmptyState icon={ImageOff} title="This picture cannot be drawn">
      <p>
        Its file ({nameType(picture.mimeType)}) is damaged, or of a kind that is not drawn here. It is kept as
        it came: save it, and open it with another application.
      </p>
      <div className="flex gap-2">
        <Button onClick={tryAgain}>Try again</Button>
        <Button onClick={() => savePicture(picture)}>Save as…</Button>
      </div>
    </EmptyState>
  )
}
