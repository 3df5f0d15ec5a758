// The model that a panel uses: the chosen one, or another if the selected provider can't have that.
import type { ModelSummary } from '#shared/desktop/models-contract'
import { findModel, toNeutralId } from '#shared/models/catalog'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { UpstreamKind } from '#shared/schemas/upstream'
import { queries } from '../api/desktop'
import { queryClient, useCached } from '../api/query-client'
import { describeNone } from './model-issue'
import { readModelList, readServer, readServerState } from './model-list'

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
  return models.some((model) => model.id === id) || models.some((model) => toNeutralId(model.id) === neutral)
}

/** The demo has only the models that it lists. Elsewhere, IDs have no `:` and no `/`. */
function isForeign(id: string, provider: UpstreamKind): boolean {
  return provider === 'demo' || /[^\w.-]/.test(id)
}

/** The model that requests are sent with. The selected one until the provider's models are known. */
export function readServedModel(selected: string, kind: Kind): string {
  const models = readModelList()
  const settings = queryClient.getQueryData(queries.settings.read.queryKey())
  if (!models || !settings) return selected
  const { upstream, favoriteModels: favorites, hiddenModels: hidden } = settings
  return chooseServed(selected, kind, { provider: upstream.kind, models, favorites, hidden })
}

export function useServedModel(selected: string, kind: Kind): string {
  return useCached(() => readServedModel(selected, kind))
}

/** With another model, by the selected parameters. */
const replaced = new WeakMap<object, ChatParameters>()

/** Returns the same object for the same parameters and model. */
export function readServedParameters(selected: ChatParameters, kind: Kind): ChatParameters {
  const model = readServedModel(selected.model, kind)
  if (model === selected.model) return selected
  const before = replaced.get(selected)
  if (before?.model === model) return before
  const served = { ...selected, model }
  replaced.set(selected, served)
  return served
}

export function useServedParameters(selected: ChatParameters, kind: Kind): ChatParameters {
  return useCached(() => readServedParameters(selected, kind))
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
