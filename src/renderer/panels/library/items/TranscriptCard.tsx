// A transcript in small: its first lines, on a sheet.
import { AudioLines } from 'lucide-react'
import type { LibraryItem } from '#shared/schemas/library'
import { useStart } from './use-start'

interface TranscriptCardProps {
  readonly item: LibraryItem
  /** Pixels of the page. */
  readonly size: number
}

/** Where there is less room for words, there is the sign alone. */
const leastForWords = 90

export function TranscriptCard({ item, size }: TranscriptCardProps) {
  const start = useStart(item)
  const hasWords = size > leastForWords
  return (
    <span
      aria-hidden="true"
      className="flex flex-col gap-1.5 overflow-hidden rounded-md border border-line bg-sunken text-faint"
      style={{ width: size, height: size, padding: hasWords ? 10 : 0 }}
    >
      <AudioLines
        size={hasWords ? 14 : 16}
        strokeWidth={1.5}
        className={hasWords ? 'shrink-0' : 'm-auto shrink-0'}
      />
      {hasWords && (
        <span className="min-h-0 flex-1 overflow-hidden text-left text-soft text-xs leading-4 [mask-image:linear-gradient(black_70%,transparent)] [overflow-wrap:anywhere]">
          {start?.trim() || (start === undefined ? '' : 'Nothing was said.')}
        </span>
      )}
    </span>
  )
}
