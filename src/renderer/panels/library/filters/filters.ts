// What the Library is filtered by, and the query that it makes.
import type { ItemKind, LibraryQuery } from '#shared/schemas/library'
import { formatDate } from '../../../components/format'
import { kindNames } from '../kinds'
import type { ToModelName } from '../use-model-names'
import { anyTime, type DateChoice, spanNames, toMoments } from './date-choice'

export type Order = LibraryQuery['order']

export interface Filters {
  readonly text: string
  readonly kinds: readonly ItemKind[]
  readonly models: readonly string[]
  readonly tags: readonly string[]
  readonly date: DateChoice
  readonly troubled: boolean
  readonly bin: boolean
}

export const noFilters: Filters = {
  text: '',
  kinds: [],
  models: [],
  tags: [],
  date: anyTime,
  troubled: false,
  bin: false,
}

export function toQuery(filters: Filters, order: Order, now: number): LibraryQuery {
  const { kinds, models, tags, date, troubled, bin } = filters
  return {
    text: filters.text.trim(),
    kinds: [...kinds],
    models: [...models],
    tags: [...tags],
    ...toMoments(date, now),
    troubled,
    bin,
    order,
  }
}

interface Chip {
  readonly text: string
  /** The filters without it. */
  readonly without: Filters
}

/** What is set, in words; the bin is a place and no filter. */
export function listChips(filters: Filters, toModelName: ToModelName): Chip[] {
  const { text, kinds, models, tags, date, troubled } = filters
  const chip = (words: string, part: Partial<Filters>) => ({ text: words, without: { ...filters, ...part } })
  return [
    ...(text.trim() ? [chip(`“${text.trim()}”`, { text: '' })] : []),
    ...kinds.map((kind) => chip(kindNames[kind].many, { kinds: without(kinds, kind) })),
    ...models.map((model) => chip(toModelName(model), { models: without(models, model) })),
    ...(date.span === 'any' ? [] : [chip(describeDate(date), { date: anyTime })]),
    ...tags.map((tag) => chip(`Tag: ${tag}`, { tags: without(tags, tag) })),
    ...(troubled ? [chip('Missing or changed', { troubled: false })] : []),
  ]
}

/** Something is set, wherever the user is. */
export function isNarrowed(filters: Filters): boolean {
  return listChips(filters, (id) => id).length > 0
}

/** All but the place. */
export function clearFilters({ bin }: Filters): Filters {
  return { ...noFilters, bin }
}

export function toggleValue<Value>(values: readonly Value[], value: Value): readonly Value[] {
  return values.includes(value) ? without(values, value) : [...values, value]
}

function without<Value>(values: readonly Value[], value: Value): readonly Value[] {
  return values.filter((each) => each !== value)
}

function describeDate({ span, first, last }: DateChoice): string {
  if (span !== 'range') return spanNames[span]
  if (first && last) return first === last ? formatDate(first) : `${formatDate(first)} – ${formatDate(last)}`
  if (first) return `From ${formatDate(first)}`
  return last ? `Until ${formatDate(last)}` : 'From – to'
}
