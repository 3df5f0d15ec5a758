// The search field and the status filter of the table.
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
  return (
    <>
      <div className="flex w-56 min-w-28">
        <SearchInput
          data-panel-search
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
