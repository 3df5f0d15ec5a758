// The models a chat can be held with, text models first, each marked with what it can do.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { ModelSummary } from '#shared/desktop/contract'
import { queries } from '../../api/desktop'
import type { SelectGroup } from '../../components/Select'
import { listMarks } from './model-marks'

const none: readonly ModelSummary[] = []

/** The model's display name, or its id if the model is unknown. */
export function useModelName(id: string | null): string {
  const { data: models = none } = useQuery(queries.models.list.queryOptions())
  return nameModel(models, id)
}

export function useModels() {
  const { data: models = none } = useQuery(queries.models.list.queryOptions())
  const groups = useMemo(() => groupModels(models), [models])
  const toModelName = useCallback((id: string | null) => nameModel(models, id), [models])
  return { models, groups, toModelName }
}

function nameModel(models: readonly ModelSummary[], id: string | null): string {
  return models.find((model) => model.id === id)?.displayName ?? id ?? 'Model'
}

function groupModels(models: readonly ModelSummary[]): SelectGroup[] {
  const kinds = [
    ['text', 'Text'],
    ['image', 'Text and images'],
  ] as const
  return kinds.flatMap(([kind, label]) => {
    const options = models
      .filter((model) => model.kind === kind)
      .map((model) => ({
        value: model.id,
        label: model.displayName,
        description: model.description,
        marks: listMarks(model),
      }))
    return options.length ? [{ label, options }] : []
  })
}
