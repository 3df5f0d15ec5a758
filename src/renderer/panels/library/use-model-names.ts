// The display names of models.
import { useCallback } from 'react'
import { useModelList } from '../../models/model-list'

export type ToModelName = (id: string) => string

/** Returns a stable function until the models change. It returns the id of an unknown model. */
export function useModelNames(): ToModelName {
  const { models } = useModelList()
  return useCallback((id: string) => models.find((model) => model.id === id)?.displayName ?? id, [models])
}
