// The selected OpenAI-compatible server, and the state of its list of models.
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import type { ServerModelsState } from '#shared/desktop/models-contract'
import { findServer } from '#shared/models/profiles'
import type { OpenAiProfile } from '#shared/schemas/openai-profile'
import { queries } from '../api/desktop'
import { queryClient } from '../api/query-client'

/** Null for all other providers. */
export function useServer(): OpenAiProfile | null {
  const { data = null } = useQuery(queries.settings.read.queryOptions({ select: findServer }))
  return data
}

export function readServer(): OpenAiProfile | null {
  const settings = queryClient.getQueryData(queries.settings.read.queryKey())
  return settings ? findServer(settings) : null
}

/** Null for other providers, and until the server has responded. */
export function useServerState(): ServerModelsState | null {
  const { data = null } = useQuery(queries.models.server.queryOptions())
  return data
}

const mutationKey = ['refresh models']

/** Requests the list again, wherever that was started. A failure is in the state, which says why. */
export function useRefreshModels() {
  const { mutate } = useMutation({
    ...queries.models.refresh.mutationOptions(),
    mutationKey,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queries.models.key() }),
  })
  return { refresh: () => mutate(undefined), isRefreshing: useIsMutating({ mutationKey }) > 0 }
}
