// All steps of a drawing as a filmstrip beside the shown branch, so that no step is out of reach.
import { CornerDownRight, Star } from 'lucide-react'
import { useMemo, useState } from 'react'
import { joinClasses } from '../../../components/join-classes'
import { ListRows, useListRows } from '../../../components/ListRows'
import { entry, moveByArrows } from '../../../components/move-focus'
import { toRowHeight } from '../../../components/row-height'
import { Thumbnail } from '../../../media-viewer/Thumbnail'
import { requestScroll } from '../../../state/focus-requests'
import { useChat } from '../../../state/live-chat'
import {
  describeTree,
  type StepRow,
  toStepRows,
  useDrawingSteps,
  useStarredMedia,
} from '../state/drawing-steps'

const rowHeight = 44
const laneWidth = 6
/** Further lanes are not indented, so that the images stay in the filmstrip. */
const maxLanes = 3

/** Empty while there is only one step. */
export function Filmstrip({ drawingId }: { drawingId: string }) {
  const branch = useChat(drawingId, (chat) => chat.branch)
  const steps = useDrawingSteps(drawingId)
  const rows = useMemo(() => toStepRows(steps, branch), [steps, branch])
  const starred = useStarredMedia(drawingId)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const last = rows.map(({ isShown }) => isShown).lastIndexOf(true)
  const focusedRow = rows.findIndex(({ promptId }) => promptId === focused)
  const tabbable = focusedRow >= 0 ? focusedRow : Math.max(last, 0)
  const list = useListRows(scroller, {
    count: rows.length,
    keyOf: (index) => rows[index]?.promptId ?? index,
    heightOf: () => rowHeight,
    activeRow: tabbable,
    overscan: 8,
    initialOffset: Math.max(0, (last - 2) * toRowHeight(rowHeight)),
    // The last step of another branch comes into view.
    scrollTarget: useMemo(() => ({ row: last }), [last]),
    rowOf: ({ row }) => row,
  })
  if (rows.length < 2) return null
  return (
    <nav
      aria-label="All steps"
      className="flex w-19 shrink-0 flex-col border-line border-r min-[1600px]:w-52"
    >
      <h2 className="flex flex-wrap gap-x-2 px-2 pt-3 pb-1.5 font-medium text-faint text-xs">
        {describeTree(steps).map((count) => (
          <span key={count} className="whitespace-nowrap">
            {count}
          </span>
        ))}
      </h2>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the entries in it. */}
      <div
        ref={setScroller}
        className="min-h-0 flex-1 overflow-y-auto overflow-x-hidden px-1.5 pb-3"
        onKeyDown={moveByArrows}
      >
        <ListRows rows={list} element="ul" label="All steps">
          {(index) => {
            const row = rows[index]
            return (
              row && (
                <StepEntry
                  row={row}
                  isStarred={row.picture !== null && starred.has(row.picture.media)}
                  tabbable={index === tabbable}
                  onFocus={() => setFocused(row.promptId)}
                  onOpen={() => requestScroll({ conversationId: drawingId, turnId: row.promptId })}
                />
              )
            )
          }}
        </ListRows>
      </div>
    </nav>
  )
}

interface StepEntryProps {
  readonly row: StepRow
  readonly isStarred: boolean
  /** Tab reaches this entry; the arrow keys move to the others. */
  readonly tabbable: boolean
  readonly onFocus: () => void
  readonly onOpen: () => void
}

function StepEntry({ row, isStarred, tabbable, onFocus, onOpen }: StepEntryProps) {
  const { number, lane, isSplit, isShown, text, picture } = row
  const name = `Step ${number}: ${text || 'References only'}${isStarred ? ' (starred)' : ''}`
  return (
    <button
      type="button"
      {...entry}
      tabIndex={tabbable ? 0 : -1}
      aria-label={isShown ? name : `${name} (other branch)`}
      aria-current={isShown ? 'true' : undefined}
      title={name}
      onFocus={onFocus}
      onClick={onOpen}
      style={{ paddingLeft: 4 + Math.min(lane, maxLanes) * laneWidth }}
      className="flex h-full w-full items-center gap-1.5 rounded-md pr-1 text-left hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="relative flex size-9 shrink-0">
        <span
          className={joinClasses(
            'flex size-9 items-center justify-center overflow-hidden rounded-md border bg-sunken',
            isShown ? 'border-line-strong' : 'border-line-strong border-dashed',
          )}
        >
          {picture && (
            <Thumbnail
              media={picture.media}
              mimeType={picture.mimeType}
              alt=""
              size={36}
              className={isShown ? '' : 'opacity-50'}
            />
          )}
        </span>
        <span
          aria-hidden="true"
          className="absolute -right-1 -bottom-1 flex h-3.5 min-w-3.5 items-center justify-center rounded-full border border-line bg-raised px-0.5 text-badge text-soft tabular-nums"
        >
          {number}
        </span>
        {isStarred && (
          <span
            aria-hidden="true"
            className="absolute -top-1 -right-1 rounded-full bg-raised p-px text-accent"
          >
            <Star size={11} className="fill-current" />
          </span>
        )}
        {isSplit && (
          <span aria-hidden="true" className="absolute -top-1 -left-1 rounded-full bg-raised text-faint">
            <CornerDownRight size={12} />
          </span>
        )}
      </span>
      <span
        aria-hidden="true"
        dir="auto"
        className={joinClasses(
          'min-w-0 truncate text-sm max-[1599px]:hidden',
          isShown ? 'text-ink' : 'text-faint',
        )}
      >
        {text || 'References only'}
      </span>
    </button>
  )
}
