// The models that draw, each marked with what it supports.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { ModelSummary } from '#shared/desktop/contract'
import { queries } from '../../desktop/desktop'
import type { SelectGroup } from '../../kit/Select'
import { listSupported } from './fit-drawing'

const none: readonly ModelSummary[] = []

export function useImageModels() {
  const { data: all = none, isSuccess } = useQuery(queries.models.list.queryOptions())
  const models = useMemo(() => all.filter(({ kind }) => kind === 'image'), [all])
  const groups = useMemo(() => groupModels(models), [models])
  const toModelName = useCallback(
    (id: string | null) => all.find((model) => model.id === id)?.displayName ?? id ?? 'Model',
    [all],
  )
  return { models, groups, toModelName, isKnown: isSuccess }
}

function groupModels(models: readonly ModelSummary[]): SelectGroup[] {
  const sections = [
    ['Image models', models.filter(({ own }) => !own)],
    ['Added by you', models.filter(({ own }) => own)],
  ] as const
  return sections.flatMap(([label, held]) =>
    held.length === 0
      ? []
      : [
          {
            label,
            options: held.map((model) => ({
              value: model.id,
              label: model.displayName,
              description: `${model.description} ${toSentence(listSupported(model))}`,
              ...(model.retires ? { marks: ['retiring'] } : {}),
            })),
          },
        ],
  )
}

/** `No ratios · thinks` */
function toSentence(marks: readonly string[]): string {
  const joined = marks.join(' · ')
  return joined.charAt(0).toUpperCase() + joined.slice(1)
}
