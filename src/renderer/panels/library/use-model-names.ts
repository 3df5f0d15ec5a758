// The display names of models.
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { queries } from '../../api/desktop'

export type ToModelName = (id: string) => string

/** The same function as long as the models are the same. Returns the id of an unknown model. */
export function useModelNames(): ToModelName {
  const { data: models } = useQuery(queries.models.list.queryOptions())
  return useCallback((id: string) => models?.find((model) => model.id === id)?.displayName ?? id, [models])
}
