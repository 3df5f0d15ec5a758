// The models of an OpenAI-compatible server, and which of them is sent for a name, with as few requests as possible.
import { unusableResponse } from '#shared/endpoints/errors'
import { catalog, findModel, type ModelEntry, toNeutralId } from '#shared/models/catalog'
import { guessKind } from '#shared/models/openai-servers'
import { listAddedModels } from '#shared/models/profiles'
import { ApiError } from '#shared/schemas/api-error'
import { type ModelKind, modelKinds } from '#shared/schemas/model'
import { checkTimeoutSeconds } from '#shared/schemas/upstream'
import type { RequestSignal } from '#shared/wire/http'
import { isObject, type JsonObject, listObjects, toNumber, toText } from '#shared/wire/json-objects'

interface ModelSettings {
  /** The server's model for each kind of the specification's models. */
  readonly defaults: Readonly<Partial<Record<ModelKind, string>>>
  /** Sends `to` if a client requests `from`; takes precedence over the defaults. */
  readonly aliases: readonly { readonly from: string; readonly to: string }[]
  /** The user's corrections of kinds that were guessed from the name. */
  readonly kinds: Readonly<Record<string, ModelKind>>
}

interface ResolvedModel {
  /** As the server names it. */
  readonly id: string
  readonly kind: ModelKind
}

/** Returns undefined if the body is not a list of models. */
function readModelList(body: unknown, { kinds }: ModelSettings): readonly ModelEntry[] | undefined {
  if (!isObject(body) || !isModelList(body)) return undefined
  const listed = listObjects(body.data).flatMap((model) => {
    const id = toText(model.id)
    const kind = findKind(id, kinds) ?? guessKind(id)
    return id === '' || kind === undefined ? [] : [toEntry(id, kind, model)]
  })
  return [...listed, ...listAddedModels(kinds, listed)]
}

/** Ollama without models has null in place of the array. */
function isModelList({ object, data }: JsonObject): boolean {
  return Array.isArray(data) || (data === null && object === 'list')
}

/** Returns the same models with changed settings. */
export function changeModelSettings(
  models: readonly ModelEntry[],
  settings: ModelSettings,
): readonly ModelEntry[] {
  const { kinds } = settings
  const listed = models.flatMap((model) => {
    if (model.sentAs !== undefined || model.isAdded) return []
    const kind = findKind(model.id, kinds) ?? guessKind(model.id)
    return kind === undefined ? [] : [{ ...model, kind }]
  })
  return listAllModels([...listed, ...listAddedModels(kinds, listed)], settings)
}

function toEntry(id: string, kind: ModelKind, model: JsonObject): ModelEntry {
  const limit = findContextLength(model)
  return {
    id,
    displayName: toText(model.name) || id,
    description: 'Served by your provider.',
    kind,
    ...(limit === undefined ? {} : { inputTokenLimit: limit }),
  }
}

/** OpenRouter's, vLLM's, and llama.cpp's name of it; OpenAI, Ollama, and LM Studio do not say. */
function findContextLength(model: JsonObject): number | undefined {
  const meta = isObject(model.meta) ? model.meta : {}
  return (
    toNumber(model.context_length) ??
    toNumber(model.max_model_len) ??
    toNumber(meta.n_ctx) ??
    toNumber(meta.n_ctx_train)
  )
}

/**
 * Whether `resolveModel` needs the server's list for this name: a vendor's name means the server's model of that name, if it
 * has one, and else the default.
 */
export function needsModelList(
  name: string,
  { aliases, defaults }: ModelSettings,
): 'no' | 'if possible' | 'yes' {
  const specified = findModel(name)
  if (!specified || findAlias(name, aliases)) return 'no'
  if (defaults[specified.kind] === undefined) return 'yes'
  return name === specified.id ? 'no' : 'if possible'
}

/**
 * Finds the model to send. The server's own names are sent as they are. For a name of the specification, in either family,
 * that is its alias, the default (after a model of the same name if the name is a vendor's), the server's model of the same
 * name, or its only one of that kind. Throws NOT_FOUND otherwise.
 */
export function resolveModel(
  name: string,
  { aliases, defaults, kinds }: ModelSettings,
  models: readonly ModelEntry[],
): ResolvedModel {
  const alias = findAlias(name, aliases)
  const specified = findModel(name)
  if (alias) return { id: alias.to, kind: specified?.kind ?? kindOf(alias.to, kinds) }
  if (!specified) return { id: name, kind: kindOf(name, kinds) }
  const { kind } = specified
  const fallback = defaults[kind]
  if (fallback !== undefined && name === specified.id) return { id: fallback, kind }
  const id = findListed(name, models) ?? fallback ?? findOnly(models, kind)
  if (id !== undefined) return { id, kind }
  const candidates = models.filter((model) => model.kind === kind)
  throw noModelFor(name, candidates)
}

/** `gpt-4o-transcribe` is a model of the specification, and one of OpenAI's. Google's own API lists `models/gemini-2.5-pro`. */
function findListed(name: string, models: readonly ModelEntry[]): string | undefined {
  const neutral = toNeutralId(name)
  const same = models.filter(({ id }) => toNeutralId(id) === neutral)
  return (same.find(({ id }) => id === name) ?? same[0])?.id
}

function findAlias(name: string, aliases: ModelSettings['aliases']) {
  const id = toNeutralId(name)
  return aliases.find(({ from }) => toNeutralId(from) === id)
}

function findKind(id: string, kinds: ModelSettings['kinds']): ModelKind | undefined {
  return Object.hasOwn(kinds, id) ? kinds[id] : undefined
}

function kindOf(id: string, kinds: ModelSettings['kinds']): ModelKind {
  return findKind(id, kinds) ?? guessKind(id) ?? 'text'
}

function findOnly(models: readonly ModelEntry[], kind: ModelKind): string | undefined {
  const [first, ...others] = models.filter((model) => model.kind === kind)
  return others.length === 0 ? first?.id : undefined
}

const maxNamed = 3

function noModelFor(name: string, candidates: readonly ModelEntry[]): ApiError {
  const names = candidates.slice(0, maxNamed).map(({ id }) => id)
  const advice =
    names.length === 0
      ? 'The provider lists no model of this kind.'
      : `Request one of its models, such as ${names.join(', ')}, or set a default model.`
  return new ApiError('NOT_FOUND', `models/${name} has no equivalent at this provider. ${advice}`)
}

/** The specification's models that a request can name, followed by the server's own. */
export function listAllModels(
  models: readonly ModelEntry[],
  { aliases, defaults }: ModelSettings,
): readonly ModelEntry[] {
  const onlyOfKind = Object.fromEntries(modelKinds.map((kind) => [kind, findOnly(models, kind)]))
  const specified = catalog.flatMap((entry) => {
    const id =
      findAlias(entry.id, aliases)?.to ??
      defaults[entry.kind] ??
      findListed(entry.id, models) ??
      onlyOfKind[entry.kind]
    return id === undefined || id === entry.id ? [] : [toStandIn(entry, id)]
  })
  return [...specified, ...models]
}

/** Capabilities are those of the other model. */
function toStandIn({ id, kind, displayName }: ModelEntry, serverId: string): ModelEntry {
  return {
    id,
    kind,
    displayName,
    description: `Sent to your provider as ${serverId}.`,
    sentAs: serverId,
  }
}

export interface ListSettings extends ModelSettings {
  /** Milliseconds for the list of models, instead of the time that a response may take. */
  readonly listTimeoutMs?: number
}

interface ListedModels {
  /** Requests the list. Rejects with UNAVAILABLE if the response is not a list, and with DEADLINE_EXCEEDED. */
  readonly list: (signal: RequestSignal) => Promise<readonly ModelEntry[]>
  /** Finds the model to send. Requests the list if the name needs it. Rejects with NOT_FOUND, or the error of the list. */
  readonly resolve: (name: string, signal: RequestSignal) => Promise<ResolvedModel>
}

const defaultTimeoutMs = checkTimeoutSeconds * 1000
/** Milliseconds for which a list is used again, and a server that did not send it in time is not asked again. */
const lifetimeMs = 30_000

interface Timed {
  readonly at: number
}

/** `request` resolves with the JSON of the list. */
export function openListedModels(
  settings: ListSettings,
  request: (signal: RequestSignal) => Promise<unknown>,
): ListedModels {
  const { listTimeoutMs = defaultTimeoutMs } = settings
  let listed: (Timed & { readonly models: readonly ModelEntry[] }) | undefined
  let timedOut: Timed | undefined

  async function list(signal: RequestSignal): Promise<readonly ModelEntry[]> {
    const body = await withTimeout(signal, listTimeoutMs, request).catch((error) => {
      if (error instanceof ApiError && error.code === 'DEADLINE_EXCEEDED') timedOut = { at: Date.now() }
      throw error
    })
    const models = readModelList(body, settings)
    if (!models) throw noModelList()
    listed = { at: Date.now(), models }
    timedOut = undefined
    return models
  }

  async function listRecent(signal: RequestSignal): Promise<readonly ModelEntry[]> {
    return listed && isRecent(listed) ? listed.models : await list(signal)
  }

  const known = () => listed?.models ?? []

  async function listFor(name: string, signal: RequestSignal): Promise<readonly ModelEntry[]> {
    switch (needsModelList(name, settings)) {
      case 'no':
        return []
      case 'yes':
        return await listRecent(signal)
      case 'if possible':
        return timedOut && isRecent(timedOut) ? known() : await listRecent(signal).catch(known)
    }
  }

  return {
    list,
    resolve: async (name, signal) => resolveModel(name, settings, await listFor(name, signal)),
  }
}

function isRecent({ at }: Timed): boolean {
  return Date.now() - at < lifetimeMs
}

/** Throws DEADLINE_EXCEEDED if `work` takes longer. Aborts it then, and with the client's signal. */
async function withTimeout<Result>(
  client: RequestSignal,
  timeoutMs: number,
  work: (signal: RequestSignal) => Promise<Result>,
): Promise<Result> {
  const abort = new AbortController()
  const stop = (): void => abort.abort()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    stop()
  }, timeoutMs)
  client.addEventListener('abort', stop)
  if (client.aborted) stop()
  try {
    return await work(abort.signal)
  } catch (error) {
    if (isLate) throw timedOutError(timeoutMs / 1000)
    throw error
  } finally {
    clearTimeout(timer)
    client.removeEventListener('abort', stop)
  }
}

function noModelList(): ApiError {
  return unusableResponse(
    "The provider's list of models isn't in the format of the OpenAI API. Check the base URL.",
  )
}

function timedOutError(seconds: number): ApiError {
  const problem = `The provider didn't list its models within ${seconds} seconds.`
  const advice = 'Check the base URL and the proxy, and whether the server is busy or still loading a model.'
  return new ApiError('DEADLINE_EXCEEDED', `${problem} ${advice}`, { reason: 'connection' })
}
