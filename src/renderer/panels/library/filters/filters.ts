// The filters of the Library: their values, their query, and their descriptions.
import type { ItemKind, LibraryFilters, LibraryQuery } from '#shared/schemas/library'
import { startOfDay } from '../../../components/date-groups'
import { formatDate } from '../../../components/format'
import { kindNames, type ToModelName } from '../describe-item'

export type Order = LibraryQuery['order']

export interface Filters extends Readonly<Omit<LibraryFilters, 'kinds' | 'models' | 'tags'>> {
  readonly kinds: readonly ItemKind[]
  readonly models: readonly string[]
  readonly tags: readonly string[]
  readonly bin: boolean
}

/** Adds what a saved search does not contain. */
export function toFilters(saved: LibraryFilters): Filters {
  return { ...saved, bin: false }
}

export function toSavedFilters({ bin: _, ...filters }: Filters): LibraryFilters {
  const { kinds, models, tags } = filters
  return { ...filters, kinds: [...kinds], models: [...models], tags: [...tags] }
}

const anyTime: DateChoice = { span: 'any', first: '', last: '' }

export const noFilters: Filters = {
  text: '',
  kinds: [],
  models: [],
  tags: [],
  starred: false,
  board: null,
  date: anyTime,
  hasFileProblem: false,
  bin: false,
}

export function toQuery(filters: Filters, order: Order, now: number): LibraryQuery {
  const { kinds, models, tags, starred, board, date, hasFileProblem, bin } = filters
  return {
    text: filters.text.trim(),
    kinds: [...kinds],
    models: [...models],
    tags: [...tags],
    starred,
    board,
    ...toMoments(date, now),
    fileProblems: hasFileProblem,
    bin,
    order,
  }
}

interface Chip {
  readonly text: string
  /** The filters after the chip is removed. */
  readonly without: Filters
}

/** Returns one chip for each active filter. The trash is not a filter. */
export function listChips(filters: Filters, toModelName: ToModelName, toBoardName = toModelName): Chip[] {
  const { text, kinds, models, tags, starred, board, date, hasFileProblem } = filters
  const chip = (label: string, part: Partial<Filters>) => ({ text: label, without: { ...filters, ...part } })
  return [
    ...(text.trim() ? [chip(`“${text.trim()}”`, { text: '' })] : []),
    ...(board === null ? [] : [chip(`Board: ${toBoardName(board)}`, { board: null })]),
    ...(starred ? [chip('Starred', { starred: false })] : []),
    ...kinds.map((kind) => chip(kindNames[kind].many, { kinds: without(kinds, kind) })),
    ...models.map((model) => chip(toModelName(model), { models: without(models, model) })),
    ...(date.span === 'any' ? [] : [chip(describeDate(date), { date: anyTime })]),
    ...tags.map((tag) => chip(`Tag: ${tag}`, { tags: without(tags, tag) })),
    ...(hasFileProblem ? [chip('Missing or modified', { hasFileProblem: false })] : []),
  ]
}

/** Returns true if a filter is active, in the Library or in the trash. */
export function isNarrowed(filters: Filters): boolean {
  return listChips(filters, (id) => id).length > 0
}

/** Stays in the Library or in the trash. */
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
  return last ? `To ${formatDate(last)}` : 'Custom range'
}

export type DateChoice = LibraryFilters['date']
type Span = DateChoice['span']

export const spanNames: Readonly<Record<Span, string>> = {
  any: 'Any time',
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
  year: 'This year',
  range: 'Custom range',
}

/** `from` is inclusive, `to` is exclusive; null is open. */
interface Moments {
  readonly from: number | null
  readonly to: number | null
}

/** Uses the user's time zone, in which days may have 23 or 25 hours. */
export function toMoments({ span, first, last }: DateChoice, now: number): Moments {
  const open = { from: null, to: null }
  switch (span) {
    case 'any':
      return open
    case 'today':
      return { ...open, from: startOfDay(now, 0) }
    case 'week':
      return { ...open, from: startOfDay(now, -6) }
    case 'month':
      return { ...open, from: startOfDay(now, -29) }
    case 'year':
      return { ...open, from: new Date(new Date(now).getFullYear(), 0, 1).getTime() }
    case 'range':
      return { from: readDay(first, 0), to: readDay(last, 1) }
  }
}

/** Returns true if the last day is before the first one, so that nothing can be found. */
export function isReversed({ span, first, last }: DateChoice): boolean {
  return span === 'range' && first !== '' && last !== '' && last < first
}

function readDay(day: string, later: number): number | null {
  const [year, month, date] = day.split('-').map(Number)
  if (!year || !month || !date) return null
  const at = new Date(year, month - 1, date + later)
  // The constructor reads a year below 100 as one of the 20th century.
  if (year < 100) at.setFullYear(year)
  return at.getTime()
}
