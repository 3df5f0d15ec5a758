// Crops, extends or marks an image: a copy becomes a reference of the next step, which edits the image.
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Dialog } from '../../../components/Dialog'
import { IconButton } from '../../../components/IconButton'
import { SegmentedControl } from '../../../components/SegmentedControl'
import type { Size } from '../../../media-viewer/picture-view'
import { mediaBaseUrl } from '../../../state/media-files'
import { CropArea } from './CropArea'
import { ExtendArea } from './ExtendArea'
import { dismissEditor, type EditedPicture, useEditor } from './editor-state'
import { MarkArea } from './MarkArea'

/** Rendered once; shown while an image is edited. */
export function PictureEditor() {
  const picture = useEditor((state) => state.picture)
  const isOpen = useEditor((state) => state.isOpen)
  if (!isOpen || !picture) return null
  return (
    <Dialog open onClose={dismissEditor} title="Crop, extend, or mark image" untitled size="full">
      <EditorContent key={picture.media} picture={picture} />
    </Dialog>
  )
}

const modes = [
  { value: 'crop', name: 'Crop' },
  { value: 'extend', name: 'Extend' },
  { value: 'mark', name: 'Mark area' },
] as const

function EditorContent({ picture }: { picture: EditedPicture }) {
  const mode = useEditor((state) => state.mode)
  const isBusy = useEditor(({ busy }) => busy === picture)
  const [size, setSize] = useState<Size | null>(null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    const image = new Image()
    image.src = `${mediaBaseUrl}${picture.media}`
    image.decode().then(
      () => setSize({ width: image.naturalWidth, height: image.naturalHeight }),
      () => setError('Couldn’t load this image. Its file is missing or damaged.'),
    )
  }, [picture.media])
  const Area = areas[mode]
  return (
    <div inert={isBusy} aria-busy={isBusy} className="flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-3 border-line border-b py-1 pr-2 pl-4">
        <div className="flex shrink-0">
          <SegmentedControl
            label="Tool"
            value={mode}
            options={modes}
            onChange={(value) => useEditor.setState({ mode: value })}
          />
        </div>
        <p aria-hidden="true" className="min-w-0 flex-1 truncate text-soft">
          {picture.title}
        </p>
        <IconButton label="Close" icon={X} keys="escape" onClick={dismissEditor} />
      </header>
      {error && (
        <p role="alert" className="px-4 py-2 text-danger">
          {error}
        </p>
      )}
      {size && <Area picture={picture} size={size} onError={setError} />}
    </div>
  )
}

const areas = { crop: CropArea, extend: ExtendArea, mark: MarkArea } as const
