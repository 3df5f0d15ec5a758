// The models that a panel offers, by what they can do.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { ModelSummary } from '#shared/desktop/models-contract'
import { desktop, queries } from '../api/desktop'
import { queryClient } from '../api/query-client'
import { toastOutcome } from '../api/toast-outcome'
import { formatDate, formatTokens } from '../components/format'
import type { SelectGroup } from '../components/Select'
import { useModelList, useServer } from './model-list'
import { listRates, summarizeRates, useNextPrice, usePrices } from './prices'
import { toServerGroups } from './server-groups'

type Kind = Exclude<ModelSummary['kind'], 'text'>

const titles: Readonly<Record<Kind, string>> = {
  image: 'Image models',
  video: 'Video models',
  embedding: 'Embedding models',
  transcription: 'Transcription models',
}

const noIds: readonly string[] = []

function useAllModels() {
  const { models } = useModelList()
  const toModelName = useCallback(
    (id: string | null) => models.find((model) => model.id === id)?.displayName ?? id ?? 'Model',
    [models],
  )
  return { models, toModelName }
}

/** The dates are the vendors': another service may offer the same ID for longer. */
function useHasDates(): boolean {
  const { data = false } = useQuery(
    queries.application.status.queryOptions({
      select: ({ upstream }) => upstream.kind === 'demo' || upstream.kind === 'vendor',
    }),
  )
  return data
}

/** The model's display name, or its id if the model is unknown. */
export function useModelName(id: string | null): string {
  return useAllModels().toModelName(id)
}

export const chatKinds = ['text', 'image'] as const
export const transcriptionKinds = ['transcription'] as const

/** All models of a chat: text models first, each with its capabilities. */
export function useModels() {
  const { models, toModelName } = useAllModels()
  const hasDates = useHasDates()
  const withPrice = usePriceMarks()
  const serverName = useServer()?.name
  const groups = useMemo(() => {
    if (serverName !== undefined) return toChatGroups(models, serverName, withPrice)
    const toOptions = (kind: ModelSummary['kind']) =>
      models
        .filter((model) => model.kind === kind)
        .map((model) => {
          const marks = listMarks(model, hasDates ? Date.now() : null)
          return toOption(model, model.description, withPrice(marks, model))
        })
    return toGroups([
      { label: 'Text', options: toOptions('text') },
      { label: 'Text and images', options: toOptions('image') },
    ])
  }, [models, hasDates, withPrice, serverName])
  return { models, groups, toModelName }
}

function toChatGroups(
  models: readonly ModelSummary[],
  serverName: string,
  withPrice: ReturnType<typeof usePriceMarks>,
) {
  const toMarks = (model: ModelSummary) => withPrice(listFacts(model, null), model)
  const listOf = (kind: ModelSummary['kind']) => models.filter((model) => model.kind === kind)
  const images = listOf('image').filter(({ isServed }) => isServed)
  return [
    ...toServerGroups(
      [...listOf('text'), ...listOf('image').filter(({ isServed }) => !isServed)],
      serverName,
      toMarks,
    ),
    ...toGroups([
      { label: titles.image, options: toServerGroups(images, '', toMarks).flatMap(({ options }) => options) },
    ]),
  ]
}

/**
 * The models of one kind: built-in ones, then those the user has added. `describe` must be stable between
 * renders: another function would create all options again.
 */
export function useModelsOf(kind: Kind, describe: (model: ModelSummary) => string = readDescription) {
  const { models: all, toModelName } = useAllModels()
  const hasDates = useHasDates()
  const withPrice = usePriceMarks()
  const serverName = useServer()?.name
  const models = useMemo(() => all.filter((model) => model.kind === kind), [all, kind])
  const groups = useMemo(() => {
    if (serverName !== undefined)
      return toServerGroups(models, serverName, (model) => withPrice(listFacts(model, null), model))
    const toOptions = (isCustom: boolean) =>
      models
        .filter(({ custom }) => custom === isCustom)
        .map((model) => {
          const facts = listFacts(model, hasDates ? Date.now() : null)
          return toOption(model, describe(model), withPrice(facts, model))
        })
    return toGroups([
      { label: titles[kind], options: toOptions(false) },
      { label: 'Added by you', options: toOptions(true) },
    ])
  }, [models, kind, describe, hasDates, withPrice, serverName])
  return { models, groups, toModelName }
}

function readDescription({ description }: ModelSummary): string {
  return description
}

interface Marks {
  readonly marks: readonly string[]
  readonly details?: string
}

/** Adds the model's price at the current provider, and all of its rates as details. */
function usePriceMarks(): (marks: readonly string[], model: ModelSummary) => Marks {
  const { currency } = usePrices()
  const findPrice = useNextPrice()
  return useCallback(
    (marks, model) => {
      const rates = findPrice(model)?.rates
      if (!rates) return { marks }
      const details = listRates(rates, currency).join('\n')
      return { marks: [...marks, summarizeRates(rates, currency)], details }
    },
    [findPrice, currency],
  )
}

function toOption({ id, displayName }: ModelSummary, description: string, marks: Marks) {
  return { value: id, label: displayName, description, ...marks }
}

function toGroups<Group extends { readonly options: readonly unknown[] }>(groups: readonly Group[]): Group[] {
  return groups.filter(({ options }) => options.length > 0)
}

type Marked = Pick<ModelSummary, 'kind' | 'thinks' | 'custom' | 'retires' | 'inputTokenLimit'>

/** Model descriptions for lists. `now`: null if retirement dates do not apply. */
export function listMarks(model: Marked, now: number | null): readonly string[] {
  const { kind, thinks, custom } = model
  const marks = [thinks && 'thinking', kind === 'image' && 'generates images', custom && 'yours']
  return [...marks.filter((mark) => typeof mark === 'string'), ...listFacts(model, now)]
}

/** The context window and the last day, if they are known. */
function listFacts({ inputTokenLimit, retires }: Marked, now: number | null): readonly string[] {
  const end = now !== null && retires !== null && retirementLabel(retires, now)
  const facts = [inputTokenLimit !== null && `${formatTokens(inputTokenLimit)} context`, end]
  return facts.filter((fact) => typeof fact === 'string')
}

/** `retires`: ISO 8601. The model works until the end of that day. */
export function retirementLabel(retires: string, now: number): string {
  const isPast = now >= Date.parse(retires) + 24 * 60 * 60 * 1000
  return `${isPast ? 'Retired' : 'Retires'} ${formatDate(retires)}`
}

type ModelList = 'favoriteModels' | 'hiddenModels'

/** The IDs of the favorite and of the hidden models. */
export function useModelLists(): Readonly<Record<ModelList, readonly string[]>> {
  const { data } = useQuery(queries.settings.read.queryOptions())
  return { favoriteModels: data?.favoriteModels ?? noIds, hiddenModels: data?.hiddenModels ?? noIds }
}

/** Shown at once; an error is reported, and the list is read again. */
export function changeModelList(list: ModelList, id: string, isListed: boolean): void {
  const key = queries.settings.read.queryKey()
  const settings = queryClient.getQueryData(key)
  if (!settings) return
  const others = settings[list].filter((each) => each !== id)
  const next = isListed ? [...others, id] : others
  queryClient.setQueryData(key, { ...settings, [list]: next })
  toastOutcome(
    desktop.settings.update({ [list]: next }).catch((error: unknown) => {
      void queryClient.invalidateQueries({ queryKey: key })
      throw error
    }),
  )
}

interface ArrangeOptions {
  readonly favorites: readonly string[]
  readonly hidden: readonly string[]
  /** Every word must occur in a model's name, ID, description, or badges. */
  readonly query?: string
  readonly showsHidden?: boolean
  /** This model is listed even if it is hidden. */
  readonly selected?: string
}

/** Favorites first, in the order of the list, then the other models; hidden ones last or not at all. */
export function arrangeModels(
  groups: readonly SelectGroup[],
  { favorites, hidden, query = '', showsHidden = false, selected }: ArrangeOptions,
): readonly SelectGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const isMatch = ({ value, label, description, marks = [] }: SelectGroup['options'][number]) => {
    const text = [value, label, description, ...marks].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const isHidden = (id: string) => hidden.includes(id) && id !== selected
  const isFavorite = (id: string) => favorites.includes(id) && !isHidden(id)
  const matches = groups.map(({ label, options }) => ({ label, options: options.filter(isMatch) }))
  const all = matches.flatMap(({ options }) => options)
  return toGroups([
    { label: 'Favorites', options: all.filter(({ value }) => isFavorite(value)) },
    ...matches.map(({ label, options }) => ({
      label,
      options: options.filter(({ value }) => !isFavorite(value) && !isHidden(value)),
    })),
    { label: 'Hidden', options: showsHidden ? all.filter(({ value }) => isHidden(value)) : [] },
  ])
}
