// What the Library can be narrowed down by, with how many items each would leave, and the way to the bin.
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Trash2 } from 'lucide-react'
import { itemKinds } from '#shared/schemas/library'
import { describeError } from '../../../api/describe-error'
import { Skeleton } from '../../../components/Skeleton'
import { facetOptions } from '../items/page-options'
import { kindNames } from '../kinds'
import { changeFilters, setFilters, useLibraryView } from '../library-view'
import { useModelNames } from '../use-model-names'
import { DateFilter } from './DateFilter'
import { FilterCheck, FilterGroup } from './FilterGroup'
import { noFilters, toggleValue } from './filters'
import { listOptions } from './list-options'

export function Filters() {
  const filters = useLibraryView((state) => state.filters)
  const toModelName = useModelNames()
  const { data: facets, error } = useQuery(facetOptions)
  const { kinds, models, tags, date, troubled, bin } = filters
  if (error && !facets) return <p className="px-4 py-3 text-danger text-sm">{describeError(error)}</p>
  if (!facets)
    return <Skeleton label="Loading filters" widths={['56%', '72%', '64%', '48%']} className="p-4" />
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col bg-frame">
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto overflow-x-hidden px-2 py-3">
        <FilterGroup
          label="Kind"
          options={listOptions(facets.kinds, kinds, bin)}
          chosen={kinds}
          toName={toKindName}
          onToggle={(value) => {
            const kind = itemKinds.find((each) => each === value)
            if (kind) changeFilters({ kinds: toggleValue(kinds, kind) })
          }}
        />
        <FilterGroup
          label="Model"
          options={listOptions(facets.models, models, bin)}
          chosen={models}
          toName={toModelName}
          onToggle={(model) => changeFilters({ models: toggleValue(models, model) })}
        />
        <DateFilter date={date} onChange={(changed) => changeFilters({ date: changed })} />
        <FilterGroup
          label="Tags"
          options={listOptions(facets.tags, tags, bin)}
          chosen={tags}
          onToggle={(tag) => changeFilters({ tags: toggleValue(tags, tag) })}
        />
        <fieldset className="flex min-w-0 flex-col">
          <legend className="px-2 pb-1 font-medium text-faint text-xs">Files</legend>
          <FilterCheck
            name="Missing or changed"
            count={bin ? null : facets.troubled}
            checked={troubled}
            onToggle={() => changeFilters({ troubled: !troubled })}
          />
        </fieldset>
      </div>
      <div className="flex shrink-0 flex-col border-line border-t p-2">
        <button
          type="button"
          aria-pressed={bin}
          onClick={() => setFilters({ ...noFilters, bin: !bin })}
          className="flex h-8 items-center gap-2 rounded-md px-2 text-soft hover:bg-hover hover:text-ink"
        >
          {bin ? <ArrowLeft size={14} aria-hidden="true" /> : <Trash2 size={14} aria-hidden="true" />}
          {bin ? 'Back to the Library' : 'Trash'}
          {!bin && <span className="ml-auto text-faint text-xs tabular-nums">{facets.inBin}</span>}
        </button>
      </div>
    </div>
  )
}

function toKindName(value: string): string {
  const kind = itemKinds.find((each) => each === value)
  return kind ? kindNames[kind].many : value
}
