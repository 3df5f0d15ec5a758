// Short texts that can be removed one by one.
import { X } from 'lucide-react'

interface ChipsProps {
  readonly label: string
  readonly texts: readonly string[]
  readonly onRemove: (index: number) => void
}

export function Chips({ label, texts, onRemove }: ChipsProps) {
  if (texts.length === 0) return null
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1">
      {texts.map((text, index) => (
        <li
          key={text}
          className="flex h-6 min-w-0 max-w-full items-center gap-0.5 rounded-md border border-line-strong bg-raised pl-2"
        >
          <span className="truncate whitespace-pre font-mono text-sm">{text}</span>
          <button
            type="button"
            aria-label={`Remove ${text}`}
            className="flex size-5 shrink-0 items-center justify-center rounded-sm text-faint hover:bg-hover hover:text-ink"
            onClick={() => onRemove(index)}
          >
            <X size={12} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
