// The search field and the status filter of the table.
import { useEffect, useRef } from 'react'
import { RowQuery } from '#shared/schemas/embedding-set'
import { Select } from '../../../components/Select'
import { SearchInput } from '../../../components/TextInput'
import { queryRows, useEmbeddingSet } from '../state/embedding-set'

const everyState = 'all'

const stateNames = { done: 'Done', failed: 'Failed', waiting: 'Not run', empty: 'No text' } as const

const stateGroups = [
  {
    label: '',
    options: [
      { value: everyState, label: 'All statuses' },
      ...Object.entries(stateNames).map(([value, label]) => ({ value, label })),
    ],
  },
]

export function RowFilters() {
  const { search, state } = useEmbeddingSet(({ query }) => query)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => focusSearch(event, field.current)
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <div className="flex w-56 min-w-28">
        <SearchInput
          ref={field}
          aria-label="Search texts"
          placeholder="Search texts"
          className="h-7!"
          value={search}
          maxLength={1000}
          onChange={({ target }) => queryRows({ search: target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || search === '') return
            event.preventDefault()
            event.stopPropagation()
            queryRows({ search: '' })
          }}
        />
      </div>
      <Select
        label="Status"
        value={state ?? everyState}
        groups={stateGroups}
        className="h-7! w-auto!"
        onChange={(next) => queryRows({ state: toState(next) })}
      />
    </>
  )
}

function toState(value: string): RowQuery['state'] {
  return RowQuery.shape.state.safeParse(value).data ?? null
}

/** `/` outside of text fields and dialogs. */
function focusSearch(event: KeyboardEvent, field: HTMLInputElement | null) {
  const { key, target, ctrlKey, metaKey, altKey } = event
  if (key !== '/' || ctrlKey || metaKey || altKey || !(target instanceof Element)) return
  if (target.closest('input, textarea, [contenteditable="true"], [role="dialog"]')) return
  event.preventDefault()
  field?.focus()
  field?.select()
}
