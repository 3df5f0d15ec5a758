// The models of the selected OpenAI-compatible server, as it last listed them.
import type { ServerModelsState } from '#shared/desktop/models-contract'
import type { ModelEntry } from '#shared/models/catalog'
import { findServer, listAddedModels } from '#shared/models/profiles'
import { ApiError } from '#shared/schemas/api-error'
import type { Settings } from '#shared/schemas/settings'
import type { OpenAiProfile } from '#shared/schemas/upstream'
import { createDeferred } from '#workspace/concurrency/timing'

interface ServerList extends ServerModelsState {
  /** With the catalog's models that are sent as one of the server's. */
  readonly models: readonly ModelEntry[]
}

export interface ServerModels {
  /**
   * The list of the selected server, requested if that has not been done since the server or its key changed; null for every
   * other provider. If another provider is selected meanwhile, resolves for that one. Never rejects.
   */
  list(): Promise<ServerList | null>
  /**
   * The model that the gateway sends to the selected server for a name. Undefined if it has none, or has not listed its models.
   * Never rejects.
   */
  resolve(name: string, options?: { readonly refresh?: boolean }): Promise<string | undefined>
  /** The server's own models, as far as they are known now; empty unless such a server is selected. */
  known(): readonly ModelEntry[]
  /**
   * Requests the list again. Rejects if it fails; the models that were listed before stay known. Aborting leaves the list
   * and its state as they were.
   */
  refresh(signal?: AbortSignal): Promise<void>
  /** Must be called after each change of the settings. */
  followSettings(): void
  /** Requests the list again with the next call of `list`, because a key has changed. */
  expire(): void
}

interface ServerModelsPorts {
  readonly settings: () => Settings
  /** Requests the list from the server of a profile, with the catalog's models that are sent as one of them. */
  readonly request: (profile: string, signal?: AbortSignal) => Promise<readonly ModelEntry[]>
  /** Called when the models or the state have changed. */
  readonly onChange: () => void
}

interface Listing {
  /** Identifies the server that has this list. */
  readonly source: string
  readonly state: ServerModelsState
  /** As listed with the settings of that time. */
  readonly models: readonly ModelEntry[]
  readonly resolve: (profile: OpenAiProfile, name: string) => string | undefined
  /** Types and default models need no new list. */
  readonly withSettings: (profile: OpenAiProfile) => readonly ModelEntry[]
}

interface Loading {
  readonly source: string
  readonly listing: Promise<Listing>
  isEnded: boolean
}

export function createServerModels({ settings, request, onChange }: ServerModelsPorts): ServerModels {
  let listing: Listing | null = null
  let loading: Loading | null = null
  let isExpired = false
  let [changed, announceChange] = createDeferred()

  const findSelected = () => findServer(settings())

  /** Rejects only if the signal aborts. */
  async function requestList(profile: OpenAiProfile, signal?: AbortSignal): Promise<Listing> {
    const { id } = profile
    const source = toSource(profile)
    const before = listing?.source === source ? listing : null
    try {
      const models = await request(id, signal)
      return await toListing(source, models, { profile: id, listedAt: Date.now(), problem: null })
    } catch (error) {
      signal?.throwIfAborted()
      const problem = error instanceof Error ? error.message : String(error)
      const listedAt = before?.state.listedAt ?? null
      return await toListing(source, before?.models ?? [], { profile: id, listedAt, problem })
    }
  }

  async function start(profile: OpenAiProfile, signal?: AbortSignal): Promise<Listing> {
    const wasExpired = isExpired
    isExpired = false
    const previous = loading
    const started: Loading = {
      source: toSource(profile),
      listing: requestList(profile, signal),
      isEnded: false,
    }
    loading = started
    try {
      const next = await started.listing
      // A later request knows the present server.
      if (loading === started) listing = next
      return next
    } catch (error) {
      // The request that this one replaced counts again; its result was not stored if it has ended.
      if (loading === started && previous && !previous.isEnded) loading = previous
      else isExpired ||= wasExpired || previous !== null
      throw error
    } finally {
      started.isEnded = true
      if (loading === started) loading = null
    }
  }

  async function load(): Promise<ServerList | null> {
    for (let profile = findSelected(); profile; profile = findSelected()) {
      const isCurrent = !isExpired && (loading ?? listing)?.source === toSource(profile)
      if (isCurrent && !loading) return listing && { ...listing.state, models: listing.withSettings(profile) }
      const listed = isCurrent && loading ? loading.listing.catch(() => 'canceled') : start(profile)
      await Promise.race([listed, changed])
    }
    return null
  }

  async function resolve(name: string): Promise<string | undefined> {
    const { needsModelList, resolveModel } = await import('#gateway/upstreams/server-models')
    const profile = findSelected()
    if (profile && needsModelList(name, profile) === 'no') return resolveModel(name, profile, []).id
    await load()
    const selected = findSelected()
    return selected && listing?.source === toSource(selected) ? listing.resolve(selected, name) : undefined
  }

  return {
    list: load,
    resolve: async (name, { refresh = false } = {}) => {
      const profile = findSelected()
      if (refresh && profile) await start(profile)
      return await resolve(name)
    },
    known: () => {
      const profile = findSelected()
      if (!profile || listing?.source !== toSource(profile)) return []
      return listing.withSettings(profile).filter(({ sentAs }) => sentAs === undefined)
    },
    refresh: async (signal) => {
      const profile = findSelected()
      if (!profile) return
      const { problem } = (await start(profile, signal)).state
      onChange()
      if (problem !== null) throw new ApiError('UNAVAILABLE', problem)
    },
    followSettings: () => {
      announceChange()
      ;[changed, announceChange] = createDeferred()
    },
    expire: () => {
      isExpired = true
    },
  }
}

async function toListing(
  source: string,
  models: readonly ModelEntry[],
  state: ServerModelsState,
): Promise<Listing> {
  // Most users have no such server.
  const { changeModelSettings, listAllModels, resolveModel } = await import(
    '#gateway/upstreams/server-models'
  )
  const withSettings = (profile: OpenAiProfile) =>
    state.listedAt === null
      ? // Whether an added model is the only one of its type is not known.
        [...listAllModels([], profile), ...listAddedModels(profile.kinds, [])]
      : changeModelSettings(models, profile)
  const resolve = (profile: OpenAiProfile, name: string) => {
    const own = withSettings(profile).filter(({ sentAs }) => sentAs === undefined)
    try {
      return resolveModel(name, profile, own).id
    } catch {
      return undefined
    }
  }
  return { source, state, models, withSettings, resolve }
}

/** The same for the same server. */
function toSource({ id, baseUrl, server }: OpenAiProfile): string {
  return JSON.stringify([id, baseUrl, server])
}
