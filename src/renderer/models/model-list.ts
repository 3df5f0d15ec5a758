// The models of the selected provider, and the state of the list of an OpenAI-compatible server.
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import type { ModelList, ModelSummary, ServerModelsState } from '#shared/desktop/models-contract'
import { findServer } from '#shared/models/profiles'
import type { OpenAiProfile } from '#shared/schemas/upstream'
import { desktop, queries } from '../api/desktop'
import { queryClient, useCached } from '../api/query-client'

/** Null for all other providers. */
export function useServer(): OpenAiProfile | null {
  return useCached(readServer)
}

export function readServer(): OpenAiProfile | null {
  const settings = queryClient.getQueryData(queries.settings.read.queryKey())
  return settings ? findServer(settings) : null
}

export interface ProviderModels {
  /** Empty until they are listed. */
  readonly models: readonly ModelSummary[]
  readonly isListed: boolean
  /** Null for other providers, and until the server has responded. */
  readonly server: ServerModelsState | null
  readonly error: Error | null
}

export function useModelList(): ProviderModels {
  const { data, error } = useQuery(queries.models.list.queryOptions())
  const list = selectList(data, useServer())
  return {
    models: list?.models ?? none,
    isListed: list !== undefined,
    server: list?.server ?? null,
    error: list ? null : error,
  }
}

/** Undefined until they are listed. */
export function readModelList(): readonly ModelSummary[] | undefined {
  return readList()?.models
}

/** Null for other providers, and until the server has responded. */
export function readServerState(): ServerModelsState | null {
  return readList()?.server ?? null
}

function readList(): ModelList | undefined {
  return selectList(queryClient.getQueryData(queries.models.list.queryKey()), readServer())
}

const none: readonly ModelSummary[] = []

/** Undefined for the list of another provider, which stays until the selected one has responded. */
export function selectList(
  list: ModelList | undefined,
  server: { readonly id: string } | null,
): ModelList | undefined {
  return list && (list.server?.profile ?? null) === (server?.id ?? null) ? list : undefined
}

/** They cancel the requests, by the ID of the server. */
const controllers = new Map<string | undefined, AbortController>()

/** Requests the list again; all places show this, and can cancel it. A failure is in the state, which says why. */
export function useRefreshModels() {
  const id = useServer()?.id
  const mutationKey = ['refresh models', id]
  const { mutate } = useMutation({
    mutationFn: async () => {
      const controller = new AbortController()
      controllers.set(id, controller)
      await desktop.models.refresh(undefined, { signal: controller.signal })
    },
    mutationKey,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queries.models.key() }),
  })
  return {
    refresh: () => mutate(),
    cancel: () => controllers.get(id)?.abort(),
    isRefreshing: useIsMutating({ mutationKey }) > 0,
  }
}
