// The list of files: the queue, uploads into it, and finished files; only the rows in view are rendered.
import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { joinClasses } from '../../../components/join-classes'
import { ListRows, type RowVirtualizer, useListRows } from '../../../components/ListRows'
import { ContextMenu } from '../../../components/Menu'
import { useListSelection } from '../../../components/use-list-selection'
import type { JobList } from '../../../jobs/live-jobs'
import { readListCommand } from '../../../state/keymap'
import { type UploadingAudio, useAudioImport } from '../state/audio-import'
import { fetchEarlierFiles, useTranscriptions } from '../state/transcriptions'
import { openFile, useTranscribeView } from '../transcribe-view'
import { isFailed } from './describe-job'
import { EarlierRow, FileRow, HeadRow, toRowId, UploadingRow } from './FileRow'
import { listMenuItems, removeOrCancel } from './file-actions'
import { fileSelection, findJobs, moveFiles, readMoveKey, useSelectedJobs } from './file-selection'

const heights = { head: 32, upload: 52, earlier: 44, job: 52, compactJob: 72 } as const

/** `compact`: beside an open transcript. */
export function Queue({ compact }: { compact: boolean }) {
  const list = useTranscriptions()
  const uploads = useAudioImport((state) => state.uploads)
  const { selection, openId, isFailedOnly } = useTranscribeView()
  const queueRows = useMemo(
    () => (isFailedOnly ? toFailedRows(list) : toRows(list, uploads)),
    [list, uploads, isFailedOnly],
  )
  const cursorId = selection.cursor?.id ?? null
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const { rows, inView } = useQueueRows(scroller, { queueRows, compact, cursorId, openId })
  const listeners = useListSelection(fileSelection, {
    total: queueRows.filter(({ kind }) => kind === 'job').length,
    rows: inView,
    handlers: { open: openCursor, remove: () => removeOrCancel(findJobs(fileSelection.read().ids)) },
    toElementId: toRowId,
    readCommand: readListCommand,
  })
  const hasCursor = queueRows.some(({ key }) => key === cursorId)
  return (
    <ContextMenu label="Actions for selected files" items={listMenuItems(useSelectedJobs())}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table has all its rows; here only those in view exist. */}
      <div
        ref={setScroller}
        role="grid"
        tabIndex={0}
        aria-label="Files"
        aria-multiselectable="true"
        aria-rowcount={queueRows.length}
        aria-activedescendant={hasCursor && cursorId ? toRowId(cursorId) : undefined}
        {...listeners}
        onKeyDown={(event) => {
          if (!moveByKey(event)) listeners.onKeyDown(event)
        }}
        onClick={(event) => {
          listeners.onClick(event)
          // Beside an open transcript, a click opens the next one.
          if (compact) openPressed(event)
        }}
        onDoubleClick={openPressed}
        className={joinClasses(
          'group/grid min-h-0 flex-1 overflow-y-auto pb-2 outline-none [scrollbar-gutter:stable]',
          compact ? 'pl-2' : 'px-2',
        )}
      >
        <ListRows rows={rows}>
          {(index) => {
            const row = queueRows[index]
            switch (row?.kind) {
              case undefined:
                return null
              case 'head':
                return <HeadRow title={row.title} count={row.count} index={index} />
              case 'upload':
                return <UploadingRow upload={row.upload} index={index} />
              case 'earlier':
                return <EarlierRow index={index} />
              case 'job':
                return (
                  <FileRow
                    job={row.job}
                    index={index}
                    selected={selection.ids.has(row.job.id)}
                    isCursor={row.job.id === cursorId}
                    isOpen={row.job.id === openId}
                    compact={compact}
                  />
                )
            }
          }}
        </ListRows>
      </div>
    </ContextMenu>
  )
}

interface ShownQueue {
  readonly queueRows: readonly QueueRow[]
  readonly compact: boolean
  readonly cursorId: string | null
  readonly openId: string | null
}

function useQueueRows(scroller: HTMLElement | null, shown: ShownQueue) {
  const { queueRows, compact, cursorId, openId } = shown
  const scrollTarget = useTranscribeView((state) => state.scrollTarget)
  const find = (id: string | null) => (id === null ? -1 : queueRows.findIndex(({ key }) => key === id))
  const rows = useListRows(scroller, {
    count: queueRows.length,
    keyOf: useCallback((index: number) => queueRows[index]?.key ?? index, [queueRows]),
    heightOf(index) {
      const { kind } = queueRows[index] ?? { kind: 'job' }
      return heights[kind === 'job' && compact ? 'compactJob' : kind]
    },
    heightKey: compact,
    activeRow: find(cursorId),
    overscan: 6,
    scrollTarget,
    rowOf: ({ id }) => find(id),
  })
  const { startIndex = 0, endIndex = 0 } = rows.range ?? {}
  useOpenRowInView(scroller, rows, { openRow: find(openId), lastOpenRow: find(scrollTarget?.id ?? null) })
  const isAtEnd = queueRows[endIndex + 10] === undefined && queueRows.at(-1)?.kind === 'earlier'
  // biome-ignore lint/correctness/useExhaustiveDependencies: each fetched page may not be enough.
  useEffect(() => {
    if (isAtEnd) fetchEarlierFiles()
  }, [isAtEnd, queueRows.length])
  return { rows, inView: Math.max(1, endIndex - startIndex) }
}

/** Shows the row of the file that is or was open once the list appears. Rows added before an open one do not push it out. */
function useOpenRowInView(scroller: HTMLElement | null, rows: RowVirtualizer, shown: ShownRows) {
  const { openRow, lastOpenRow } = shown
  const previous = useRef<number | null>(null)
  const showFirst = useEffectEvent(() => {
    const row = openRow >= 0 ? openRow : lastOpenRow
    if (row >= 0) rows.scrollToIndex(row)
  })
  useEffect(() => {
    if (!scroller) return
    const before = previous.current
    previous.current = openRow
    if (before === null) return showFirst()
    const { startIndex = 0, endIndex = 0 } = rows.range ?? {}
    const wasInView = before >= startIndex && before <= endIndex
    if (openRow >= 0 && openRow !== before && wasInView) rows.scrollToIndex(openRow)
  }, [scroller, rows, openRow])
}

/** Indexes; -1 without such a row. */
interface ShownRows {
  readonly openRow: number
  readonly lastOpenRow: number
}

/** True if the key has moved the selected files. */
function moveByKey(event: KeyboardEvent): boolean {
  const direction = readMoveKey(event)
  const isInside = event.target instanceof Node && event.currentTarget.contains(event.target)
  if (!direction || !isInside) return false
  event.preventDefault()
  event.stopPropagation()
  moveFiles(fileSelection.read().ids, direction)
  return true
}

function openCursor() {
  const { cursor } = fileSelection.read()
  if (cursor) openFile(cursor.id)
}

function openPressed({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) {
  if (!(target instanceof Element) || target.closest('button') || ctrlKey || metaKey || shiftKey) return
  const id = target.closest<HTMLElement>('[data-id]')?.dataset.id
  if (id !== undefined) openFile(id)
}

type QueueRow =
  | { readonly kind: 'head'; readonly key: string; readonly title: string; readonly count: number }
  | { readonly kind: 'job'; readonly key: string; readonly job: TranscriptionJob }
  | { readonly kind: 'upload'; readonly key: string; readonly upload: UploadingAudio }
  | { readonly kind: 'earlier'; readonly key: string }

export function toRows(list: JobList<TranscriptionJob>, uploads: readonly UploadingAudio[]): QueueRow[] {
  const { open, ended, total, hasEarlier } = list
  // A file is never listed twice: its job may be listed before the request that adds it returns.
  const jobs = new Set([...open, ...ended].map(({ id }) => id))
  const shown = uploads.filter(({ id }) => !jobs.has(id))
  const waiting = open.length + shown.length
  const rows: QueueRow[] = []
  if (waiting > 0) rows.push({ kind: 'head', key: 'head-queue', title: 'Queue', count: waiting })
  for (const job of open) rows.push({ kind: 'job', key: job.id, job })
  for (const upload of shown) rows.push({ kind: 'upload', key: upload.id, upload })
  if (ended.length > 0) {
    const count = hasEarlier ? Math.max(ended.length, total - open.length) : ended.length
    rows.push({ kind: 'head', key: 'head-ended', title: 'Finished', count })
  }
  for (const job of ended) rows.push({ kind: 'job', key: job.id, job })
  if (hasEarlier) rows.push({ kind: 'earlier', key: 'earlier' })
  return rows
}

/** The last row fetches earlier files until all failed ones are listed. */
export function toFailedRows({ ended, failed, hasEarlier }: JobList<TranscriptionJob>): QueueRow[] {
  const jobs = ended.filter(isFailed)
  return [
    { kind: 'head', key: 'head-failed', title: 'Failed', count: failed },
    ...jobs.map((job) => ({ kind: 'job', key: job.id, job }) as const),
    ...(hasEarlier && jobs.length < failed ? [{ kind: 'earlier', key: 'earlier' } as const] : []),
  ]
}
