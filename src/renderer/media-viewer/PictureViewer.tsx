// A picture as large as the window allows: looked at closely, told about, stepped through, taken out.
import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../components/Dialog'
import { ComparedPictures } from './ComparedPictures'
import { ViewedPictureBody } from './ViewedPictureBody'
import type { ViewedPicture } from './viewed-picture'

interface PictureViewerProps {
  readonly pictures: readonly ViewedPicture[]
  /** Which of them is shown. */
  readonly index: number
  readonly onIndex: (index: number) => void
  readonly onClose: () => void
}

/** Rendered while it is open. */
export function PictureViewer({ pictures, index, onIndex, onClose }: PictureViewerProps) {
  const [other, setOther] = useState<ViewedPicture | null>(null)
  const content = useRef<HTMLDivElement>(null)
  const before = useRef(other)
  useEffect(() => {
    // What had the focus is gone with the view that it was in.
    if (before.current !== other) content.current?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    before.current = other
  }, [other])
  const picture = pictures[index]
  if (!picture) return null
  return (
    <Dialog
      open
      onClose={() => (other ? setOther(null) : onClose())}
      title={other ? 'Compare pictures' : picture.title}
      untitled
      size="full"
    >
      <div ref={content} className="flex min-h-0 flex-1 flex-col">
        {other ? (
          <ComparedPictures pictures={[picture, other]} onClose={() => setOther(null)} />
        ) : (
          <ViewedPictureBody
            picture={picture}
            pictures={pictures}
            index={index}
            onIndex={onIndex}
            onCompare={(chosen) => setOther(pictures[chosen] ?? null)}
            onClose={onClose}
          />
        )}
      </div>
    </Dialog>
  )
}
