// A picture as large as the window allows: zoom, step through several, act on its file, compare two.
import {
  ChevronLeft,
  ChevronRight,
  Columns2,
  Copy,
  Download,
  FileText,
  FolderOpen,
  MoreHorizontal,
  X,
} from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../components/Dialog'
import { IconButton } from '../components/IconButton'
import { Menu } from '../components/Menu'
import { ComparedPictures } from './PictureCompare'
import { PictureFacts } from './PictureFacts'
import { PictureStage, PictureTroubleNotice, StagedPicture } from './PictureStage'
import {
  copyPicture,
  dragPicture,
  revealPicture,
  savePicture,
  savePictureWithPrompt,
} from './picture-actions'
import { useLoadedPicture } from './use-loaded-picture'
import { useLooking, useViewerKeys } from './use-zoom-pan'
import { listNeighbours, stepPictures, type ViewedPicture } from './viewed-picture'
import { ZoomControls } from './ZoomControls'

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

interface ViewedPictureBodyProps {
  readonly picture: ViewedPicture
  /** It is the one of them at `index`. */
  readonly pictures: readonly ViewedPicture[]
  readonly index: number
  readonly onIndex: (index: number) => void
  readonly onCompare: (other: number) => void
  readonly onClose: () => void
}

/** Milliseconds: it lies over the picture. */
const toldFor = 3_000

const stepLook = 'absolute top-1/2 -translate-y-1/2 border border-line bg-raised! shadow-raised'

function ViewedPictureBody(props: ViewedPictureBodyProps) {
  const { picture, pictures, index, onIndex, onCompare, onClose } = props
  const { media, title } = picture
  const loaded = useLoadedPicture(picture)
  const looking = useLooking(media, loaded.size)
  const [told, setTold] = useState('')
  useEffect(() => {
    if (!told) return
    const timer = setTimeout(() => setTold(''), toldFor)
    return () => clearTimeout(timer)
  }, [told])
  const isUndrawn = loaded.trouble === 'missing' || loaded.trouble === 'undecodable'
  const step = (by: 1 | -1) => {
    const next = stepPictures(index, by, pictures.length)
    setTold(next.told)
    onIndex(next.index)
  }
  const onKeyDown = useViewerKeys(looking, step)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys for all that is in it.
    <div tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none" onKeyDown={onKeyDown}>
      <header className="flex h-11 shrink-0 items-center gap-3 border-line border-b pr-2 pl-4">
        <p aria-hidden="true" className="min-w-0 flex-1 truncate font-semibold">
          {title}
        </p>
        {pictures.length > 1 && (
          <span className="shrink-0 text-faint text-sm tabular-nums">
            {index + 1} of {pictures.length}
          </span>
        )}
        <ZoomControls looking={looking} />
        <ViewerActions
          pictures={pictures}
          index={index}
          isMissing={loaded.trouble === 'missing'}
          onCompare={onCompare}
        />
        <IconButton label="Close" icon={X} keys="escape" onClick={onClose} />
      </header>
      <div className="relative flex min-h-0 flex-1">
        <PictureStage label="Picture" looking={looking}>
          {(place, isMoved) => (
            <>
              {!isUndrawn && (
                <StagedPicture
                  media={media}
                  alt={title}
                  loaded={loaded}
                  place={place}
                  onDragStart={isMoved ? undefined : (event) => dragPicture(event, picture)}
                />
              )}
              {!loaded.size && !loaded.trouble && (
                <div className="absolute inset-8 animate-late rounded-lg">
                  <div
                    role="status"
                    aria-label="Opening the picture"
                    className="size-full animate-breathe rounded-lg bg-hover"
                  />
                </div>
              )}
              {loaded.trouble && <PictureTroubleNotice picture={picture} loaded={loaded} />}
            </>
          )}
        </PictureStage>
        {pictures.length > 1 && (
          <>
            <IconButton
              label="Previous picture"
              icon={ChevronLeft}
              className={`${stepLook} left-3`}
              onClick={() => step(-1)}
            />
            <IconButton
              label="Next picture"
              icon={ChevronRight}
              className={`${stepLook} right-3`}
              onClick={() => step(1)}
            />
          </>
        )}
        <Told text={told} />
      </div>
      <PictureFacts picture={picture} loaded={loaded} />
    </div>
  )
}

/** For all to see where the end was passed. */
function Told({ text }: { text: string }) {
  return (
    <p role="status" className="pointer-events-none absolute inset-x-0 top-3 flex justify-center">
      {text && (
        <span className="animate-appear rounded-md border border-line bg-raised px-3 py-1 text-soft shadow-raised">
          {text}
        </span>
      )}
    </p>
  )
}

interface ViewerActionsProps {
  readonly pictures: readonly ViewedPicture[]
  readonly index: number
  /** The picture's file is not there. */
  readonly isMissing: boolean
  readonly onCompare: (other: number) => void
}

/** A menu of more would be no choice. */
const offered = 8

function ViewerActions({ pictures, index, isMissing, onCompare }: ViewerActionsProps) {
  const picture = pictures[index]
  if (!picture) return null
  const others = listNeighbours(index, pictures.length, offered)
  return (
    <div className="flex shrink-0 items-center">
      {others.length > 0 && (
        <Menu
          label="Compare with"
          trigger={<IconButton label="Compare with…" icon={Columns2} disabled={isMissing} />}
          items={others.map((other) => ({
            name: `${other + 1} of ${pictures.length}: ${pictures[other]?.title}`,
            onSelect: () => onCompare(other),
          }))}
        />
      )}
      <IconButton label="Copy" icon={Copy} disabled={isMissing} onClick={() => copyPicture(picture)} />
      <IconButton
        label="Save as…"
        icon={Download}
        disabled={isMissing}
        onClick={() => savePicture(picture)}
      />
      <Menu
        label="More"
        trigger={<IconButton label="More" icon={MoreHorizontal} disabled={isMissing} />}
        items={[
          {
            name: 'Save a copy with the prompt inside…',
            icon: FileText,
            onSelect: () => savePictureWithPrompt(picture),
          },
          { name: 'Reveal in folder', icon: FolderOpen, onSelect: () => revealPicture(picture) },
        ]}
      />
    </div>
  )
}
