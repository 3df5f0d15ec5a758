// What is set, as chips that can be taken away, one by one or all at once.
import { X } from 'lucide-react'
import { Button } from '../../../components/Button'
import { setFilters, useLibraryView } from '../library-view'
import { useModelNames } from '../use-model-names'
import { clearFilters, listChips } from './filters'

export function FilterChips() {
  const filters = useLibraryView((state) => state.filters)
  const chips = listChips(filters, useModelNames())
  if (chips.length === 0) return null
  return (
    <div className="flex shrink-0 items-start gap-2 px-4 pb-2">
      <ul aria-label="Filters that are set" className="flex min-w-0 flex-1 flex-wrap gap-1">
        {chips.map(({ text, without }) => (
          <li
            key={text}
            className="flex h-6 min-w-0 max-w-full items-center gap-0.5 rounded-md bg-accent-wash pl-2 text-accent"
          >
            <span className="truncate text-sm">{text}</span>
            <button
              type="button"
              aria-label={`Remove ${text}`}
              className="flex size-5 shrink-0 items-center justify-center rounded-sm hover:bg-hover"
              onClick={() => setFilters(without)}
            >
              <X size={12} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <Button size="small" look="quiet" onClick={() => setFilters(clearFilters(filters))}>
        Clear all
      </Button>
    </div>
  )
}
