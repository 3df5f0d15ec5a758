// The models of the selected OpenAI-compatible server, as it last listed them.
import type { ServerModelsState } from '#shared/desktop/models-contract'
import type { ModelEntry } from '#shared/models/catalog'
import { findServer, listAddedModels } from '#shared/models/profiles'
import { ApiError } from '#shared/schemas/api-error'
import type { OpenAiProfile } from '#shared/schemas/openai-profile'
import type { Settings } from '#shared/schemas/settings'

export interface ServerModels {
  /** Requests the list if that has not been done since the profile or its key changed. Never rejects. */
  list(): Promise<readonly ModelEntry[]>
  /** The server's own models, as far as they are known now; empty unless such a server is selected. */
  known(): readonly ModelEntry[]
  state(): Promise<ServerModelsState | null>
  /** Requests the list again. Rejects if it fails; the models that were listed before stay known. */
  refresh(): Promise<void>
  /** Requests the list again with the next call of `list`, because the profile or its key may have changed. */
  expire(): void
}

interface ServerModelsPorts {
  readonly settings: () => Settings
  /** Requests the list from the server of a profile, with the catalog's models that are sent as one of them. */
  readonly request: (profile: string) => Promise<readonly ModelEntry[]>
  /** Called when the models or the state have changed. */
  readonly onChange: () => void
}

interface Listing {
  readonly profile: string
  readonly models: readonly ModelEntry[]
  readonly listedAt: number | null
  readonly problem: string | null
}

export function createServerModels({ settings, request, onChange }: ServerModelsPorts): ServerModels {
  let listing: Listing | null = null
  let loading: { readonly profile: string; readonly listing: Promise<Listing> } | null = null
  let isExpired = false

  const findSelected = () => findServer(settings())

  async function requestList({ id, kinds }: OpenAiProfile): Promise<Listing> {
    const before = listing?.profile === id ? listing : null
    try {
      return { profile: id, models: await request(id), listedAt: Date.now(), problem: null }
    } catch (error) {
      const models = before?.models ?? listAddedModels(kinds, [])
      const problem = error instanceof Error ? error.message : String(error)
      return { profile: id, models, listedAt: before?.listedAt ?? null, problem }
    }
  }

  async function start(profile: OpenAiProfile): Promise<Listing> {
    isExpired = false
    const started = { profile: profile.id, listing: requestList(profile) }
    loading = started
    const next = await started.listing
    // A later request knows the present settings.
    if (loading !== started) return loading ? await loading.listing : next
    loading = null
    listing = next
    return next
  }

  async function load(): Promise<Listing | null> {
    const profile = findSelected()
    if (!profile) return null
    const last = loading ?? listing
    if (isExpired || last?.profile !== profile.id) return await start(profile)
    return loading ? await loading.listing : listing
  }

  return {
    list: async () => (await load())?.models ?? [],
    known: () => {
      if (listing === null || listing.profile !== findSelected()?.id) return []
      return listing.models.filter(({ sentAs }) => sentAs === undefined)
    },
    state: async () => {
      const current = await load()
      return current && { profile: current.profile, listedAt: current.listedAt, problem: current.problem }
    },
    refresh: async () => {
      const profile = findSelected()
      if (!profile) return
      const { problem } = await start(profile)
      onChange()
      if (problem !== null) throw new ApiError('UNAVAILABLE', problem)
    },
    expire: () => {
      isExpired = true
    },
  }
}
