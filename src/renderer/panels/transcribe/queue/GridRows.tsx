// The rows of the list that are not files: headings, uploads and earlier files that are still to be read; and their elements.
import { X } from 'lucide-react'
import { type ComponentProps, memo } from 'react'
import { Button } from '../../../components/Button'
import { formatBytes, formatCount } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { Skeleton } from '../../../components/Skeleton'
import { cancelAudioImport, type UploadingAudio } from '../state/audio-import'
import { fetchEarlierFiles, useTranscriptions } from '../state/transcriptions'

interface GridRowProps extends ComponentProps<'div'> {
  /** In the whole list, starting with 0. */
  readonly index: number
}

/** Not focusable: the list has the focus and names its active descendant. */
export function GridRow({ index, ...rest }: GridRowProps) {
  // biome-ignore lint/a11y: a `tr` would need a table around absolutely positioned rows.
  return <div role="row" aria-rowindex={index + 1} {...rest} />
}

export function GridCell(props: ComponentProps<'div'>) {
  // biome-ignore lint/a11y: a `td` belongs in a `tr`; the focusable elements are in the cell.
  return <div role="gridcell" {...props} />
}

export function HeadRow({ title, count, index }: { title: string; count: number; index: number }) {
  return (
    <GridRow index={index} className="flex h-full items-end px-4 pb-1.5">
      <GridCell className="flex gap-2 font-medium text-faint text-xs">
        {title}
        <span className="font-normal tabular-nums">{formatCount(count)}</span>
      </GridCell>
    </GridRow>
  )
}

interface UploadingRowProps {
  readonly upload: UploadingAudio
  readonly index: number
}

export const UploadingRow = memo(function UploadingRow({ upload, index }: UploadingRowProps) {
  const { id, name, bytes, sent, isStarted } = upload
  const share = bytes > 0 ? Math.round((sent / bytes) * 100) : 100
  return (
    <GridRow
      index={index}
      aria-label={`Copying ${name}`}
      className="flex h-full items-center gap-2.5 pr-2.5 pl-4"
    >
      <GridCell className="flex min-w-0 flex-1 flex-col gap-1.5 pl-6.5">
        <span className="flex items-baseline justify-between gap-3">
          <span className="truncate font-medium text-soft">{name}</span>
          <span className="shrink-0 text-faint text-sm tabular-nums">
            {share < 100 && isStarted ? `Copying ${share}%` : 'Queued'}
            {bytes > 0 && ` · ${formatBytes(bytes)}`}
          </span>
        </span>
        <span
          role="progressbar"
          aria-label={`Copying ${name}`}
          aria-valuenow={share}
          aria-valuemin={0}
          aria-valuemax={100}
          className="h-1 overflow-hidden rounded-full bg-line-strong/55"
        >
          <span className="block h-full rounded-full bg-accent-fill" style={{ width: `${share}%` }} />
        </span>
      </GridCell>
      <GridCell className="flex">
        <IconButton size="small" label={`Cancel ${name}`} icon={X} onClick={() => cancelAudioImport([id])} />
      </GridCell>
    </GridRow>
  )
})

export function EarlierRow({ index }: { index: number }) {
  const problem = useTranscriptions((state) => state.earlierProblem)
  return (
    <GridRow index={index} className="flex h-full items-center px-4">
      <GridCell className="flex min-w-0 flex-1 items-center gap-2">
        {problem === null ? (
          <Skeleton label="Loading earlier files…" widths={['40%']} className="flex-1" />
        ) : (
          <>
            <span className="min-w-0 flex-1 truncate text-danger text-sm" title={problem}>
              Couldn’t load earlier files: {problem}
            </span>
            <Button size="small" onClick={fetchEarlierFiles}>
              Try again
            </Button>
          </>
        )}
      </GridCell>
    </GridRow>
  )
}
