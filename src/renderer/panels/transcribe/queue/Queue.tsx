// The list of files: the queue, what is on its way into it, and what has ended, of which only the rows in view exist.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, useCallback, useEffect, useMemo, useState } from 'react'
import { useTranscriptionIntake } from '../state/transcription-intake'
import { fetchEarlier, useTranscriptions } from '../state/transcriptions'
import { choose, openFile, useTranscribeView } from '../transcribe-view'
import { ArrivingRow } from './ArrivingRow'
import { chooseOne, chooseRange, toggleOne } from './chosen'
import { EarlierRow } from './EarlierRow'
import { FileRow, toRowId } from './FileRow'
import { HeadRow } from './HeadRow'
import { chooseForMenu, QueueMenu } from './QueueMenu'
import { readOrder } from './queue-verbs'
import { type QueueRow, toRows } from './rows'
import { useQueueDrag } from './use-queue-drag'
import { useQueueKeys } from './use-queue-keys'

const heights = { head: 32, arriving: 52, earlier: 44, job: 52, compactJob: 72 } as const

/** `compact`: beside an open transcript. */
export function Queue({ compact }: { compact: boolean }) {
  const list = useTranscriptions((state) => state.list)
  const arriving = useTranscriptionIntake((state) => state.arriving)
  const rows = useMemo(() => toRows(list, arriving), [list, arriving])
  const { chosen, openId } = useTranscribeView()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const { virtual, inView } = useVirtualRows(scroller, { rows, compact, cursor: chosen.cursor })
  const onKeyDown = useQueueKeys(inView)
  const drag = useQueueDrag()
  const hasCursor = rows.some(({ key }) => key === chosen.cursor)
  return (
    <QueueMenu>
      {/* biome-ignore lint/a11y/useSemanticElements: a table has all its rows; here only those in view exist. */}
      <div
        ref={setScroller}
        role="grid"
        tabIndex={0}
        aria-label="Files"
        aria-multiselectable="true"
        aria-rowcount={rows.length}
        aria-activedescendant={hasCursor && chosen.cursor ? toRowId(chosen.cursor) : undefined}
        onKeyDown={onKeyDown}
        onClick={(event) => press(event, compact)}
        onDoubleClick={open}
        onContextMenu={chooseForMenu}
        {...drag.listeners}
        className="group/grid min-h-0 flex-1 overflow-y-auto px-2 pb-2 outline-none [scrollbar-gutter:stable]"
      >
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start, size }) => {
            const row = rows[index]
            return (
              <div
                key={key}
                data-start={start}
                className="absolute top-0 left-0 w-full"
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                {row?.kind === 'head' && <HeadRow title={row.title} count={row.count} index={index} />}
                {row?.kind === 'arriving' && <ArrivingRow sound={row.sound} index={index} />}
                {row?.kind === 'earlier' && <EarlierRow index={index} />}
                {row?.kind === 'job' && (
                  <FileRow
                    job={row.job}
                    index={index}
                    chosen={chosen.ids.has(row.job.id)}
                    isCursor={row.job.id === chosen.cursor}
                    isOpen={row.job.id === openId}
                    compact={compact}
                  />
                )}
              </div>
            )
          })}
          {drag.place && (
            <div
              aria-hidden="true"
              className="pointer-events-none absolute inset-x-0 z-10 -mt-px h-0.5 rounded-full bg-accent-fill"
              style={{ top: drag.place.top }}
            />
          )}
        </div>
      </div>
    </QueueMenu>
  )
}

interface ShownRows {
  readonly rows: readonly QueueRow[]
  readonly compact: boolean
  readonly cursor: string | null
}

function useVirtualRows(scroller: HTMLElement | null, { rows, compact, cursor }: ShownRows) {
  const cursorIndex = cursor === null ? -1 : rows.findIndex(({ key }) => key === cursor)
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    getItemKey,
    estimateSize: (index) => {
      const { kind } = rows[index] ?? { kind: 'job' }
      return heights[kind === 'job' && compact ? 'compactJob' : kind]
    },
    overscan: 6,
    // The row where the keys are is there wherever the list is scrolled to.
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range)
      if (cursorIndex < 0 || seen.includes(cursorIndex)) return seen
      return [...seen, cursorIndex].sort((one, other) => one - other)
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another layout every row has another height.
  useEffect(() => virtual.measure(), [compact])

  const wanted = useTranscribeView((state) => state.wanted)
  const [known, setKnown] = useState(wanted?.wishes ?? 0)
  useEffect(() => {
    if (!wanted || wanted.wishes === known) return
    setKnown(wanted.wishes)
    const index = rows.findIndex(({ key }) => key === wanted.id)
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' })
  }, [wanted, known, rows, virtual])

  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {}
  const isAtEnd = rows[endIndex + 10] === undefined && rows.at(-1)?.kind === 'earlier'
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that comes may not be enough.
  useEffect(() => {
    if (isAtEnd) void fetchEarlier()
  }, [isAtEnd, rows.length])
  return { virtual, inView: Math.max(1, endIndex - startIndex) }
}

function press(event: MouseEvent, compact: boolean) {
  const id = readId(event)
  if (id === undefined) return
  const { chosen } = useTranscribeView.getState()
  if (event.shiftKey) choose(chooseRange(chosen, id, readOrder()))
  else if (event.ctrlKey || event.metaKey) choose(toggleOne(chosen, id))
  else {
    choose(chooseOne(id))
    // Beside an open transcript the list leads from one to the next.
    if (compact && !isButton(event)) openFile(id)
  }
}

function open(event: MouseEvent) {
  const id = readId(event)
  if (id !== undefined && !isButton(event) && !event.ctrlKey && !event.metaKey && !event.shiftKey)
    openFile(id)
}

function readId({ target }: MouseEvent): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-id]')?.dataset.id : undefined
}

function isButton({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('button') !== null
}
