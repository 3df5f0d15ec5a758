// Two pictures held against each other, in a dialog of their own.
import { Dialog } from '../components/Dialog'
import { ComparedPictures } from './ComparedPictures'
import type { ViewedPicture } from './viewed-picture'

interface PictureCompareProps {
  readonly first: ViewedPicture
  readonly second: ViewedPicture
  readonly onClose: () => void
}

/** Rendered while it is open. */
export function PictureCompare({ first, second, onClose }: PictureCompareProps) {
  return (
    <Dialog open onClose={onClose} title="Compare pictures" untitled size="full">
      <ComparedPictures pictures={[first, second]} onClose={onClose} />
    </Dialog>
  )
}
