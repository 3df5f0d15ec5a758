// The model that a panel uses: the chosen one, or another if the selected provider can't have that.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ModelSummary } from '#shared/desktop/models-contract'
import { findModel, toNeutralId } from '#shared/models/catalog'
import type { UpstreamKind } from '#shared/schemas/upstream'
import { queries } from '../api/desktop'
import { queryClient } from '../api/query-client'
import { describeNone } from './model-issue'
import { readModelList, readServer, readServerState, useModelList } from './model-list'

interface Provided {
  readonly provider: UpstreamKind
  readonly models: readonly ModelSummary[]
  /** IDs. */
  readonly favorites: readonly string[]
  readonly hidden: readonly string[]
}

type Kind = ModelSummary['kind']

/**
 * A name of the specification without a model at the server, and a name of a server at another provider, can
 * only fail: then a favorite, else the first model of the kind is used. Any other name is used as it is, because a
 * provider may have models that it does not list.
 */
export function chooseServed(selected: string, kind: Kind, provided: Provided): string {
  const { provider, models, favorites, hidden } = provided
  const isServer = provider === 'openai'
  if (isListed(selected, models)) return selected
  if (isServer ? !findModel(selected) : !isForeign(selected, provider)) return selected
  const own = models.filter(({ isServed }) => isServed === isServer)
  const same = own.filter((model) => model.kind === findModel(selected)?.kind)
  const usable = same.length > 0 ? same : own.filter((model) => model.kind === kind)
  const shown = usable.filter(({ id }) => !hidden.includes(id))
  return (shown.find(({ id }) => favorites.includes(id)) ?? shown[0] ?? usable[0])?.id ?? selected
}

function isListed(id: string, models: readonly ModelSummary[]): boolean {
  const neutral = toNeutralId(id)
  return models.some((model) => model.id === id || toNeutralId(model.id) === neutral)
}

/** The demo has only the models that it lists. Elsewhere, IDs have no `:` and no `/`. */
function isForeign(id: string, provider: UpstreamKind): boolean {
  return provider === 'demo' || /[^\w.-]/.test(id)
}

/** Null until it is known. */
function useProvided(): Provided | null {
  const { models, isListed: isKnown } = useModelList()
  const { data: settings } = useQuery(queries.settings.read.queryOptions())
  const { upstream, favoriteModels, hiddenModels } = settings ?? {}
  return useMemo(
    () =>
      isKnown && upstream && favoriteModels && hiddenModels
        ? { provider: upstream.kind, models, favorites: favoriteModels, hidden: hiddenModels }
        : null,
    [isKnown, upstream, models, favoriteModels, hiddenModels],
  )
}

export function useServedModel(selected: string, kind: Kind): string {
  const provided = useProvided()
  return useMemo(
    () => (provided ? chooseServed(selected, kind, provided) : selected),
    [provided, selected, kind],
  )
}

export function readServedModel(selected: string, kind: Kind): string {
  const models = readModelList()
  const settings = queryClient.getQueryData(queries.settings.read.queryKey())
  if (!models || !settings) return selected
  const { upstream, favoriteModels: favorites, hiddenModels: hidden } = settings
  return chooseServed(selected, kind, { provider: upstream.kind, models, favorites, hidden })
}

/** The same object if its model is used as it is. */
export function useServedParameters<Parameters extends { readonly model: string }>(
  selected: Parameters,
  kind: Kind,
): Parameters {
  const model = useServedModel(selected.model, kind)
  return useMemo(() => (model === selected.model ? selected : { ...selected, model }), [selected, model])
}

/** Why a request for this kind of model can only fail; undefined if it may succeed. */
export function findMissingKind(kind: Kind): string | undefined {
  const server = readServer()
  const models = readModelList()
  if (!server || !models) return undefined
  // The server may have one if it could not list its models.
  const mayHaveOne = models.some((model) => model.kind === kind) || readServerState()?.problem !== null
  if (kind !== 'video' && mayHaveOne) return undefined
  const { title, text } = describeNone(kind, server.name)
  return `${title}. ${text}`
}
