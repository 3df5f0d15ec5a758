// The display names of models.
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { queries } from '../../api/desktop'

export type ToModelName = (id: string) => string

/** Returns a stable function until the models change. It returns the id of an unknown model. */
export function useModelNames(): ToModelName {
  const { data: models } = useQuery(queries.models.list.queryOptions())
  return useCallback((id: string) => models?.find((model) => model.id === id)?.displayName ?? id, [models])
}
