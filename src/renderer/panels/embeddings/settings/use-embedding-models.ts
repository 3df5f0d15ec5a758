// The models that turn texts into vectors.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ModelSummary } from '#shared/desktop/contract'
import { queries } from '../../../desktop/desktop'
import type { SelectGroup } from '../../../kit/Select'

const none: readonly ModelSummary[] = []

export function useEmbeddingModels() {
  const { data: all = none, isSuccess } = useQuery(queries.models.list.queryOptions())
  const models = useMemo(() => all.filter(({ kind }) => kind === 'embedding'), [all])
  const groups = useMemo(() => groupModels(models), [models])
  return { models, groups, isKnown: isSuccess }
}

function groupModels(models: readonly ModelSummary[]): SelectGroup[] {
  const sections = [
    ['Embedding models', models.filter(({ own }) => !own)],
    ['Added by you', models.filter(({ own }) => own)],
  ] as const
  return sections.flatMap(([label, held]) =>
    held.length === 0 ? [] : [{ label, options: held.map(toOption) }],
  )
}

function toOption({ id, displayName, description, retires }: ModelSummary) {
  return { value: id, label: displayName, description, ...(retires ? { marks: ['retiring'] } : {}) }
}
