// The filters with their numbers of items, and the button that opens the trash.
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Trash2 } from 'lucide-react'
import { dateSpans, itemKinds } from '#shared/schemas/library'
import { describeError } from '../../../api/describe-error'
import { Field } from '../../../components/Field'
import { FilterCheck, FilterGroup, listOptions } from '../../../components/FilterGroup'
import { formatCount } from '../../../components/format'
import { Select } from '../../../components/Select'
import { Skeleton } from '../../../components/Skeleton'
import { TextInput } from '../../../components/TextInput'
import { Boards, SavedSearches } from '../boards/CollectionLists'
import { kindNames, useModelNames } from '../describe-item'
import { facetOptions, toFacetOptions, useLibraryQuery } from '../items/pages'
import { changeFilters, setFilters, useLibraryView } from '../library-view'
import { type DateChoice, isReversed, noFilters, spanNames, toggleValue } from './filters'

export function Filters() {
  const filters = useLibraryView((state) => state.filters)
  const toModelName = useModelNames()
  const { data: facets, error } = useQuery(toFacetOptions(useLibraryQuery()))
  // Values that the other filters exclude stay in the list, so that it does not jump.
  const { data: all } = useQuery(facetOptions)
  const { kinds, models, tags, starred, date, hasFileProblem, bin } = filters
  if (error && !facets) return <p className="px-4 py-3 text-danger text-sm">{describeError(error)}</p>
  if (!facets)
    return <Skeleton label="Loading filters…" widths={['56%', '72%', '64%', '48%']} className="p-4" />
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col bg-frame">
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto overflow-x-hidden py-3 pl-2 [scrollbar-gutter:stable]">
        <fieldset className="flex min-w-0 flex-col">
          <legend className="sr-only">Stars</legend>
          <FilterCheck
            name="Starred"
            count={facets.starred}
            checked={starred}
            onToggle={() => changeFilters({ starred: !starred })}
          />
        </fieldset>
        <Boards counts={facets.boards} />
        <SavedSearches />
        <FilterGroup
          label="Type"
          options={listOptions(facets.kinds, { known: all?.kinds, selected: kinds })}
          selected={kinds}
          toName={toKindName}
          onToggle={(value) => {
            const kind = itemKinds.find((each) => each === value)
            if (kind) changeFilters({ kinds: toggleValue(kinds, kind) })
          }}
        />
        <FilterGroup
          label="Model"
          options={listOptions(facets.models, { known: all?.models, selected: models })}
          selected={models}
          toName={toModelName}
          onToggle={(model) => changeFilters({ models: toggleValue(models, model) })}
        />
        <DateFilter date={date} onChange={(changed) => changeFilters({ date: changed })} />
        <FilterGroup
          label="Tags"
          options={listOptions(facets.tags, { known: all?.tags, selected: tags })}
          selected={tags}
          onToggle={(tag) => changeFilters({ tags: toggleValue(tags, tag) })}
        />
        <fieldset className="flex min-w-0 flex-col">
          <legend className="px-2 pb-1 font-medium text-faint text-xs">Files</legend>
          <FilterCheck
            name="Missing or modified"
            count={facets.fileProblems}
            checked={hasFileProblem}
            onToggle={() => changeFilters({ hasFileProblem: !hasFileProblem })}
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
          {bin ? 'Back to Library' : 'Trash'}
          {!bin && (
            <span className="ml-auto text-faint text-xs tabular-nums">{formatCount(facets.inBin)}</span>
          )}
        </button>
      </div>
    </div>
  )
}

function toKindName(value: string): string {
  const kind = itemKinds.find((each) => each === value)
  return kind ? kindNames[kind].many : value
}

const spanGroups = [
  { label: '', options: dateSpans.map((span) => ({ value: span, label: spanNames[span] })) },
]

const days = [
  { name: 'first', label: 'From' },
  { name: 'last', label: 'To' },
] as const

function DateFilter({ date, onChange }: { date: DateChoice; onChange: (date: DateChoice) => void }) {
  const selectSpan = (value: string) => {
    const span = dateSpans.find((each) => each === value)
    if (span) onChange({ ...date, span })
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 px-2">
      <legend className="pb-1 font-medium text-faint text-xs">Date</legend>
      <Select label="Date" value={date.span} groups={spanGroups} onChange={selectSpan} className="w-full" />
      {date.span === 'range' &&
        days.map(({ name, label }) => (
          <Field
            key={name}
            label={label}
            error={
              name === 'last' && isReversed(date)
                ? 'The start date must be on or before the end date.'
                : undefined
            }
          >
            {(attributes) => (
              <TextInput
                {...attributes}
                type="date"
                value={date[name]}
                onChange={({ target }) => onChange({ ...date, [name]: target.value })}
              />
            )}
          </Field>
        ))}
    </fieldset>
  )
}
