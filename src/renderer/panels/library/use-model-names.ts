// What models are called, where their ids would say less.
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { queries } from '../../api/desktop'

export type ToModelName = (id: string) => string

/** The very same function as long as the models are. Of a model that is none of them by now, its id. */
export function useModelNames(): ToModelName {
  const { data: models } = useQuery(queries.models.list.queryOptions())
  return useCallback((id: string) => models?.find((model) => model.id === id)?.displayName ?? id, [models])
}
