// The models that make videos.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ModelSummary } from '#shared/desktop/contract'
import { queries } from '../../desktop/desktop'
import type { SelectGroup } from '../../kit/Select'

const none: readonly ModelSummary[] = []

export function useVideoModels() {
  const { data: all = none, isSuccess } = useQuery(queries.models.list.queryOptions())
  const groups = useMemo(() => groupModels(all.filter(({ kind }) => kind === 'video')), [all])
  const toModelName = (id: string) => all.find((model) => model.id === id)?.displayName ?? id
  return { groups, toModelName, isKnown: isSuccess }
}

function groupModels(models: readonly ModelSummary[]): SelectGroup[] {
  const sections = [
    ['Video models', models.filter(({ own }) => !own)],
    ['Added by you', models.filter(({ own }) => own)],
  ] as const
  return sections.flatMap(([label, held]) =>
    held.length === 0 ? [] : [{ label, options: held.map(toOption) }],
  )
}

function toOption({ id, displayName, description, retires }: ModelSummary) {
  return { value: id, label: displayName, description, ...(retires ? { marks: ['retiring'] } : {}) }
}
