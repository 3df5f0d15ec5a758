// The tags of one item or of several, each of which can be taken away.
import { X } from 'lucide-react'

interface TagChipsProps {
  readonly tags: readonly { readonly tag: string; readonly note?: string | undefined }[]
  readonly onRemove: (tag: string) => void
}

export function TagChips({ tags, onRemove }: TagChipsProps) {
  if (tags.length === 0) return null
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-1">
      {tags.map(({ tag, note }) => (
        <li
          key={tag}
          className="flex h-6 min-w-0 max-w-full items-center gap-0.5 rounded-md border border-line-strong bg-raised pl-2"
        >
          <span className="truncate text-sm" title={tag}>
            {tag}
          </span>
          {note && <span className="shrink-0 pl-1 text-faint text-xs tabular-nums">{note}</span>}
          <button
            type="button"
            aria-label={`Remove tag ${tag}`}
            className="flex size-5 shrink-0 items-center justify-center rounded-sm text-faint hover:bg-hover hover:text-ink"
            onClick={() => onRemove(tag)}
          >
            <X size={12} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
