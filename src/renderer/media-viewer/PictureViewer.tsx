// Shows a picture in full size: zoom, step through several, act on its file, compare two.

import { useQuery } from '@tanstack/react-query'
import {
  BadgeCheck,
  ChevronLeft,
  ChevronRight,
  Columns2,
  GripVertical,
  MoreHorizontal,
  TriangleAlert,
  X,
} from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { readKeys } from '#shared/commands/keys'
import { queries } from '../api/desktop'
import { Badge } from '../components/Badge'
import { Dialog } from '../components/Dialog'
import { formatCount } from '../components/format'
import { IconButton } from '../components/IconButton'
import { joinClasses } from '../components/join-classes'
import { Menu, type MenuItem } from '../components/Menu'
import { Tooltip } from '../components/Tooltip'
import { isMac } from '../state/keymap'
import { statMediaFile } from '../state/media-files'
import {
  compareWithRequested,
  listFacts,
  listNeighbors,
  stepPictures,
  toPixels,
  type ViewedPicture,
} from './describe-picture'
import { ComparedPictures } from './PictureCompare'
import {
  hasFailed,
  type LoadedPicture,
  PictureErrorNotice,
  PictureStage,
  StagedPicture,
  useLoadedPicture,
} from './PictureStage'
import { dragPicture, listPictureFileActions } from './picture-actions'
import { Thumbnail } from './Thumbnail'
import { useViewerKeys, useZoomPan, ZoomControls } from './ZoomControls'

interface PictureViewerProps {
  readonly pictures: readonly ViewedPicture[]
  /** The index of the picture that is shown. */
  readonly index: number
  readonly onIndex: (index: number) => void
  readonly onClose: () => void
  /** The panel's own actions for the picture that is shown. */
  readonly actions?: readonly MenuItem[]
}

/** Rendered while it is open. */
export function PictureViewer({ pictures, index, onIndex, onClose, actions = [] }: PictureViewerProps) {
  const [other, setOther] = useState<ViewedPicture | null>(null)
  const content = useRef<HTMLDivElement>(null)
  const previousOther = useRef(other)
  useEffect(() => {
    // The focused element was removed together with the view it was in.
    if (previousOther.current !== other)
      content.current?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    previousOther.current = other
  }, [other])
  const picture = pictures[index]
  if (!picture) return null
  return (
    <Dialog
      open
      onClose={() => (other ? setOther(null) : onClose())}
      title={other ? 'Compare images' : picture.title}
      untitled
      size="full"
    >
      <div ref={content} className="flex min-h-0 flex-1 flex-col">
        {other ? (
          <ComparedPictures pictures={[picture, other]} onClose={() => setOther(null)} />
        ) : (
          <ViewerContent
            picture={picture}
            pictures={pictures}
            index={index}
            onIndex={onIndex}
            onCompare={(at) => setOther(pictures[at] ?? null)}
            onClose={onClose}
            actions={actions}
          />
        )}
      </div>
    </Dialog>
  )
}

interface ViewerContentProps {
  readonly picture: ViewedPicture
  /** `picture` is the one at `index`. */
  readonly pictures: readonly ViewedPicture[]
  readonly index: number
  readonly onIndex: (index: number) => void
  readonly onCompare: (other: number) => void
  readonly onClose: () => void
  readonly actions: readonly MenuItem[]
}

/** Short, because it covers the picture. */
const announcementMs = 3_000

const stepClassName = 'absolute top-1/2 -translate-y-1/2 border border-line bg-raised! shadow-raised'

function ViewerContent(props: ViewerContentProps) {
  const { picture, pictures, index, onIndex, onCompare, onClose } = props
  const { media, title } = picture
  const loaded = useLoadedPicture(picture)
  const zoomPan = useZoomPan(media, loaded.size)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (!announcement) return
    const timer = setTimeout(() => setAnnouncement(''), announcementMs)
    return () => clearTimeout(timer)
  }, [announcement])
  const step = (by: 1 | -1) => {
    const next = stepPictures(index, by, pictures.length)
    setAnnouncement(next.announcement)
    onIndex(next.index)
  }
  const handleKey = useViewerKeys(zoomPan, step)
  const onKeyDown = (event: KeyboardEvent) => {
    const action = findKeyAction(props.actions, event)
    if (!action) return handleKey(event)
    event.preventDefault()
    action.onSelect()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of everything in it.
    <div tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none" onKeyDown={onKeyDown}>
      <header className="flex h-11 shrink-0 items-center gap-3 border-line border-b pr-2 pl-4">
        <p aria-hidden="true" className="min-w-0 flex-1 truncate font-semibold">
          {title}
        </p>
        {(picture.isDemo ?? picture.turn?.upstream === 'demo') && <Badge>Demo</Badge>}
        {pictures.length > 1 && (
          <span className="shrink-0 text-faint text-sm tabular-nums">
            {formatCount(index + 1)} of {formatCount(pictures.length)}
          </span>
        )}
        <ZoomControls zoomPan={zoomPan} />
        <ViewerActions
          pictures={pictures}
          index={index}
          actions={props.actions}
          isMissing={loaded.error === 'missing'}
          onCompare={onCompare}
        />
        <IconButton label="Close" icon={X} keys="escape" onClick={onClose} />
      </header>
      <div className="relative flex min-h-0 flex-1">
        <PictureStage label="Image" zoomPan={zoomPan}>
          {(position, isPannable) => (
            <>
              {!hasFailed(loaded) && (
                <StagedPicture
                  picture={picture}
                  loaded={loaded}
                  position={position}
                  onDragStart={isPannable ? undefined : (event) => dragPicture(event, picture)}
                />
              )}
              {!loaded.size && !loaded.error && (
                <div className="absolute inset-8 animate-late rounded-lg">
                  <div
                    role="status"
                    aria-label="Loading image…"
                    className="size-full animate-breathe rounded-lg bg-hover"
                  />
                </div>
              )}
              {loaded.error && <PictureErrorNotice picture={picture} loaded={loaded} />}
            </>
          )}
        </PictureStage>
        {pictures.length > 1 && (
          <>
            <IconButton
              label="Previous image"
              icon={ChevronLeft}
              className={`${stepClassName} left-3`}
              onClick={() => step(-1)}
            />
            <IconButton
              label="Next image"
              icon={ChevronRight}
              className={`${stepClassName} right-3`}
              onClick={() => step(1)}
            />
          </>
        )}
        <p role="status" className="pointer-events-none absolute inset-x-0 top-3 flex justify-center">
          {announcement && (
            <span className="animate-appear rounded-md border border-line bg-raised px-3 py-1 text-soft shadow-raised">
              {announcement}
            </span>
          )}
        </p>
      </div>
      <PictureFacts picture={picture} loaded={loaded} />
    </div>
  )
}

/** The action of a key that is pressed alone, outside of menus. */
export function findKeyAction(actions: readonly MenuItem[], event: KeyboardEvent): MenuItem | undefined {
  const { target, currentTarget, repeat } = event
  if (repeat) return undefined
  if (!(target instanceof Node && currentTarget.contains(target))) return undefined
  const pressed = readKeys(event, isMac)
  return actions.find(({ keys }) => keys !== undefined && pressed.includes(keys))
}

interface ViewerActionsProps
  extends Pick<ViewerContentProps, 'pictures' | 'index' | 'onCompare' | 'actions'> {
  /** The picture's file does not exist. */
  readonly isMissing: boolean
}

/** Pictures in the menu to compare with: the nearest ones. */
const maxCompareChoices = 24

function ViewerActions({ pictures, index, isMissing, onCompare, actions }: ViewerActionsProps) {
  const picture = pictures[index]
  if (!picture) return null
  const others = listNeighbors(index, pictures.length, maxCompareChoices)
  const { copy, save, ...more } = listPictureFileActions(picture)
  const toButton = ({ name, icon, danger, keys, pressed, onSelect }: MenuItem) => (
    <IconButton
      key={name}
      label={name}
      icon={icon ?? MoreHorizontal}
      {...(keys && { keys })}
      {...(pressed !== undefined && { 'aria-pressed': pressed, isFilled: pressed })}
      // A missing file can still be deleted.
      disabled={isMissing && !danger}
      className={danger ? 'ml-1 hover:text-danger' : undefined}
      onClick={onSelect}
    />
  )
  return (
    <div className="flex shrink-0 items-center">
      {actions.filter(({ danger }) => !danger).map(toButton)}
      {others.length > 0 && (
        <Menu
          label="Compare with"
          trigger={<IconButton label="Compare with…" icon={Columns2} disabled={isMissing} />}
          items={others.map((other) => ({
            ...toMenuThumbnail(pictures[other]),
            name: `${formatCount(other + 1)} of ${formatCount(pictures.length)}: ${pictures[other]?.title}`,
            onSelect: () => onCompare(other),
          }))}
        />
      )}
      {[copy, save].map(({ name, icon, onSelect }) => (
        <IconButton key={name} label={name} icon={icon} disabled={isMissing} onClick={onSelect} />
      ))}
      {actions.filter(({ danger }) => danger).map(toButton)}
      <Menu
        label="More actions"
        trigger={<IconButton label="More actions" icon={MoreHorizontal} disabled={isMissing} />}
        items={[more.saveWithPrompt, more.reveal]}
      />
    </div>
  )
}

function toMenuThumbnail(picture: ViewedPicture | undefined) {
  if (!picture) return {}
  const { media, mimeType } = picture
  const box = 'flex size-10 shrink-0 items-center justify-center overflow-hidden rounded-sm'
  return {
    picture: (
      <span className={box}>
        <Thumbnail media={media} mimeType={mimeType} alt="" size={40} />
      </span>
    ),
  }
}

interface PictureFactsProps {
  readonly picture: ViewedPicture
  readonly loaded: LoadedPicture
}

/** The line under a picture. Has its full height from the start, so that the layout stays when the facts load. */
function PictureFacts({ picture, loaded: { size, error } }: PictureFactsProps) {
  const { media } = picture
  // A stored file never changes, but a missing one may come back.
  const enabled = size !== undefined || error === 'undecodable'
  const { data: file } = useQuery({
    queryKey: ['file of', media],
    queryFn: () => statMediaFile(media),
    enabled,
  })
  const { data: provenance } = useQuery(
    queries.images.readProvenance.queryOptions({ input: { media }, enabled }),
  )
  const requested =
    size && compareWithRequested(picture.requested ?? picture.turn?.parameters ?? undefined, size)
  return (
    <footer className="flex min-h-10 shrink-0 items-center gap-3 border-line border-t px-4 py-1.5 text-faint text-sm">
      <div className="flex min-h-5 min-w-0 flex-1 flex-wrap items-center gap-x-3">
        {size && <span className="selectable whitespace-nowrap text-soft">{toPixels(size)} pixels</span>}
        {requested && (
          <span
            className={joinClasses(
              'flex items-center gap-1',
              requested.matches === false ? 'text-warn' : 'text-soft',
            )}
          >
            {requested.matches === false && (
              <TriangleAlert size={14} aria-hidden="true" className="shrink-0" />
            )}
            <span className="selectable">{requested.text}</span>
          </span>
        )}
        {listFacts(picture, file).map(({ name, value }) => (
          <span key={name} className="whitespace-nowrap">
            {name} <span className="selectable text-soft tabular-nums">{value}</span>
          </span>
        ))}
        {provenance?.hasC2pa && <Credentials />}
      </div>
      {size && (
        <Tooltip label="Drag the file to the desktop or another app" side="top">
          {/* biome-ignore lint/a11y/noStaticElementInteractions: Save as and Copy do the same by keyboard. */}
          <span
            draggable
            onDragStart={(event) => dragPicture(event, picture)}
            className="flex shrink-0 cursor-grab items-center gap-1 rounded-md border border-line px-1.5 text-soft leading-6 hover:bg-hover"
          >
            <GripVertical size={14} aria-hidden="true" className="text-faint" />
            Drag file
          </span>
        </Tooltip>
      )}
    </footer>
  )
}

function Credentials() {
  return (
    <Tooltip label="This file has signed provenance data (C2PA). Saving or dragging the file keeps it. Copying to the clipboard doesn’t.">
      <button type="button" className="flex items-center gap-1 rounded-sm text-soft">
        <BadgeCheck size={14} aria-hidden="true" className="text-ok" />
        Content Credentials
      </button>
    </Tooltip>
  )
}
