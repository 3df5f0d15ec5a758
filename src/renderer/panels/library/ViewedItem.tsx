// The item shown in full size: a video, a transcript, or an image with the found images beside it.
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Film, X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import type { Turn } from '#shared/schemas/chat'
import type { AnyMetadata } from '#shared/schemas/generation-metadata'
import { describeError } from '../../api/describe-error'
import { queries } from '../../api/desktop'
import { toastOutcome } from '../../api/toast-outcome'
import { Badge } from '../../components/Badge'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { formatBytes } from '../../components/format'
import { IconButton } from '../../components/IconButton'
import { selectOnly } from '../../components/list-selection'
import type { MenuItem } from '../../components/Menu'
import { Skeleton } from '../../components/Skeleton'
import type { ViewedPicture } from '../../media-viewer/describe-picture'
import { findKeyAction, PictureViewer } from '../../media-viewer/PictureViewer'
import { listPictureFileActions } from '../../media-viewer/picture-actions'
import { togglePlaying } from '../../media-viewer/video-playback'
import { readMediaFile } from '../../state/media-files'
import { copyTranscript, isPicture, isTranscript, isVideo } from './actions/item-actions'
import { listViewerActions } from './actions/item-menu'
import { describeLength, describeSize, type ItemWithFile, useModelNames } from './describe-item'
import { DragHandle, VideoFile } from './details/Preview'
import { pageLength, toPage, useFoundItems, usePages } from './items/pages'
import { changeView, scrollToItem, setSelection, useLibraryView } from './library-view'

export function ViewedItem({ id }: { id: string }) {
  const { query, total = 0 } = useFoundItems()
  const index = useLibraryView(({ selection }) => selection.cursor?.index ?? 0)
  const pages = usePages(query, listNear(index, total))
  const { data: known } = useQuery(
    queries.library.read.queryOptions({ input: { ids: [id] }, placeholderData: keepPreviousData }),
  )
  const item = known?.find((each) => each.id === id)
  const { data: metadata } = useQuery(queries.library.generationMetadata.queryOptions({ input: { id } }))
  const { data: turns } = useQuery(
    queries.chat.turns.queryOptions({
      input:
        item?.conversationId && item.turnId
          ? { conversationId: item.conversationId, turnIds: [item.turnId] }
          : skipToken,
      retry: false,
    }),
  )
  const isBin = useLibraryView(({ filters }) => filters.bin)
  const close = () => changeView({ viewed: null })
  const isShownWith = item && isVideo(item) ? isVideo : isPicture
  if (item && isTranscript(item)) return <ViewedTranscript item={item} onClose={close} />
  const near = listNear(index, total)
    .flatMap((page) => Array.from({ length: pageLength }, (_, at) => page * pageLength + at))
    .flatMap((at) => {
      const found = pages.at(at)
      return found && isShownWith(found) ? [{ item: found, at }] : []
    })
  const position = near.findIndex((each) => each.item.id === id)
  if (position < 0) {
    // It is no longer among the found items, because the filters have changed.
    if (item && isVideo(item)) return <ViewedVideo item={item} onClose={close} />
    if (!item || !isPicture(item)) return null
    return (
      <PictureViewer
        pictures={[toViewedPicture(item, { metadata })]}
        index={0}
        onIndex={close}
        onClose={close}
      />
    )
  }
  const pictures = near.map((each) =>
    each.item.id === id
      ? toViewedPicture(each.item, { metadata, turn: turns?.[0] })
      : toViewedPicture(each.item),
  )
  const step = (to: number) => {
    const next = near[to]
    if (!next) return
    changeView({ viewed: next.item.id })
    setSelection(selectOnly({ id: next.item.id, index: next.at }))
    scrollToItem(next.at)
  }
  const shown = near[position]?.item
  const next = near[position + 1] ?? near[position - 1]
  const actions = shown
    ? listViewerActions(shown, {
        isBin,
        close: () => changeView({ viewed: next?.item.id ?? null }),
        dismiss: close,
      })
    : []
  if (shown && isVideo(shown)) {
    return (
      <ViewedVideo
        key={shown.id}
        item={shown}
        actions={actions}
        onStep={near.length > 1 ? (by) => step((position + by + near.length) % near.length) : undefined}
        onClose={close}
      />
    )
  }
  return (
    <PictureViewer pictures={pictures} index={position} onIndex={step} onClose={close} actions={actions} />
  )
}

/** The page of the item, the previous and the next one. */
function listNear(index: number, total: number): number[] {
  const page = toPage(index)
  const last = toPage(Math.max(0, total - 1))
  return [page - 1, page, page + 1].filter((each) => each >= 0 && each <= last)
}

function ViewedTranscript({ item, onClose }: { item: ItemWithFile; onClose: () => void }) {
  const { media, title } = item
  const { data, error } = useQuery({
    queryKey: ['text of', media],
    queryFn: async () => (await readMediaFile(media)).text(),
    gcTime: 0,
    retry: false,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="large"
      actions={
        <>
          <Button disabled={!data} onClick={() => toastOutcome(copyTranscript(item))}>
            Copy text
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-2">
        {error && <p className="text-danger">{describeError(error)}</p>}
        {data === undefined && !error && (
          <Skeleton label="Loading transcript…" widths={['92%', '96%', '88%', '40%']} />
        )}
        <p className="selectable max-w-[80ch] whitespace-pre-wrap leading-5 [overflow-wrap:anywhere]">
          {data}
        </p>
      </div>
    </Dialog>
  )
}

interface ImageFacts {
  readonly turn?: Turn | undefined
  readonly metadata?: AnyMetadata | null | undefined
}

export function toViewedPicture(
  { media, mimeType, title, isDemo }: ItemWithFile,
  { turn, metadata }: ImageFacts = {},
): ViewedPicture {
  return {
    media,
    mimeType: mimeType ?? 'image/png',
    title: title || 'Untitled',
    isDemo,
    ...(turn && { turn }),
    ...(metadata &&
      !('kind' in metadata) && {
        requested: { aspectRatio: metadata.parameters.aspectRatio, imageSize: metadata.parameters.imageSize },
      }),
  }
}

interface ViewedVideoProps {
  readonly item: ItemWithFile
  readonly actions?: readonly MenuItem[]
  /** Absent for the only video. */
  readonly onStep?: ((by: 1 | -1) => void) | undefined
  readonly onClose: () => void
}

/** The arrow keys belong to the player. */
const steps: Readonly<Record<string, 1 | -1>> = { PageDown: 1, PageUp: -1 }

/** A video in full size, with its facts and file actions. */
function ViewedVideo({ item, actions = [], onStep, onClose }: ViewedVideoProps) {
  const player = useRef<HTMLVideoElement>(null)
  const toModelName = useModelNames()
  const { title, model, bytes, file } = item
  const isMissing = file === 'missing'
  const { save, reveal } = listPictureFileActions(item)
  const facts = [
    model && toModelName(model),
    describeSize(item),
    describeLength(item),
    bytes !== null && formatBytes(bytes),
  ]
  // The player, its controls and the buttons handle the space key themselves.
  const press = (event: KeyboardEvent) => {
    const { target } = event
    const isControl = target instanceof Element && target.matches('input, select')
    if (event.defaultPrevented || isControl) return
    const action = findKeyAction(actions, event)
    const by = steps[event.key]
    if (action || (by && onStep)) {
      event.preventDefault()
      if (action) action.onSelect()
      else if (by) onStep?.(by)
      return
    }
    const isHandled = target instanceof Element && target.closest('video, button')
    if (event.key !== ' ' || isHandled) return
    event.preventDefault()
    togglePlaying(player.current)
  }
  return (
    <Dialog open onClose={onClose} title={title || 'Video'} untitled size="full">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the space key for the player in it. */}
      <div className="flex min-h-0 flex-1 flex-col" onKeyDown={press}>
        <header className="flex h-11 shrink-0 items-center gap-1 border-line border-b pr-2 pl-4">
          <p aria-hidden="true" className="min-w-0 flex-1 truncate font-semibold">
            {title || 'Video'}
          </p>
          {item.isDemo && <Badge>Demo</Badge>}
          {onStep && (
            <>
              <IconButton label="Previous video" icon={ChevronLeft} onClick={() => onStep(-1)} />
              <IconButton label="Next video" icon={ChevronRight} onClick={() => onStep(1)} />
            </>
          )}
          {actions.map(({ name, icon, keys, pressed, onSelect }) => (
            <IconButton
              key={name}
              label={name}
              icon={icon ?? Film}
              {...(keys && { keys })}
              {...(pressed !== undefined && { 'aria-pressed': pressed, isFilled: pressed })}
              onClick={onSelect}
            />
          ))}
          {[save, reveal].map(({ name, icon, onSelect }) => (
            <IconButton key={name} label={name} icon={icon} disabled={isMissing} onClick={onSelect} />
          ))}
          <IconButton label="Close" icon={X} keys="escape" onClick={onClose} />
        </header>
        <div className="flex min-h-0 flex-1 items-center justify-center bg-sunken">
          <VideoFile item={item} isLarge player={player} />
        </div>
        <footer className="flex min-h-10 shrink-0 items-center gap-x-3 border-line border-t px-4 py-1.5 text-soft text-sm tabular-nums">
          <p className="selectable min-w-0 flex-1 truncate">{facts.filter(Boolean).join(' · ')}</p>
          {!isMissing && <DragHandle item={item} />}
        </footer>
      </div>
    </Dialog>
  )
}
