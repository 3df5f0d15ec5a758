// Short texts that can be removed one by one: stop sequences, tags, the filters that are set.
import { X } from 'lucide-react'
import { joinClasses } from './join-classes'

interface ChipsProps {
  readonly label: string
  readonly texts: readonly string[]
  /** Beside the text at the same index. */
  readonly notes?: readonly (string | undefined)[]
  readonly variant?: 'code' | 'tag' | 'accent'
  readonly onRemove: (index: number) => void
}

const frame = 'flex h-6 min-w-0 max-w-full items-center gap-0.5 rounded-md pl-2'
const removeButton = 'flex size-5 shrink-0 items-center justify-center rounded-sm hover:bg-hover'

export function Chips({ label, texts, notes = [], variant = 'code', onRemove }: ChipsProps) {
  if (texts.length === 0) return null
  const isAccent = variant === 'accent'
  return (
    <ul aria-label={label} className={joinClasses('flex flex-wrap gap-1', isAccent && 'min-w-0 flex-1')}>
      {texts.map((text, index) => (
        <li
          key={text}
          className={joinClasses(
            frame,
            isAccent ? 'bg-accent-wash text-accent' : 'border border-line-strong bg-raised',
          )}
        >
          <span
            title={variant === 'tag' ? text : undefined}
            className={joinClasses('truncate text-sm', variant === 'code' && 'whitespace-pre font-mono')}
          >
            {text}
          </span>
          {notes[index] && (
            <span className="shrink-0 pl-1 text-faint text-xs tabular-nums">{notes[index]}</span>
          )}
          <button
            type="button"
            aria-label={`${variant === 'tag' ? 'Remove tag' : 'Remove'} ${text}`}
            className={joinClasses(removeButton, !isAccent && 'text-faint hover:text-ink')}
            onClick={() => onRemove(index)}
          >
            <X size={12} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
