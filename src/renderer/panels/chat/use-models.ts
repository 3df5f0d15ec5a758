// The models a chat can be held with, text models first, each marked with what it can do.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { ModelSummary } from '#shared/desktop/contract'
import { queries } from '../../api/desktop'
import type { SelectGroup } from '../../components/Select'
import { listMarks } from './model-marks'

const none: readonly ModelSummary[] = []

export function useModels() {
  const { data: models = none } = useQuery(queries.models.list.queryOptions())
  const groups = useMemo(() => groupModels(models), [models])
  const toModelName = useCallback(
    (id: string | null) => models.find((model) => model.id === id)?.displayName ?? id ?? 'Model',
    [models],
  )
  return { models, groups, toModelName }
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
