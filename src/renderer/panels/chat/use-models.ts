// The models a chat can use, and what each of them can do.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { ModelSummary } from '#shared/desktop/contract'
import { queries } from '../../api/desktop'
import { formatDate } from '../../components/format'
import type { SelectGroup } from '../../components/Select'

const none: readonly ModelSummary[] = []

/** The model's display name, or its id if the model is unknown. */
export function useModelName(id: string | null): string {
  const { data: models = none } = useQuery(queries.models.list.queryOptions())
  return nameModel(models, id)
}

/** Text models first, each marked with what it can do. */
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

type Marked = Pick<ModelSummary, 'kind' | 'thinks' | 'own' | 'retires'>

/** For lists of models. */
export function listMarks({ kind, thinks, own, retires }: Marked): readonly string[] {
  const marks = [thinks && 'thinks', kind === 'image' && 'draws', own && 'yours', retires && 'retiring']
  return marks.filter((mark) => typeof mark === 'string')
}

interface Limits {
  readonly inputTokenLimit?: number | undefined
  readonly outputTokenLimit?: number | undefined
}

/** For the selected model. */
export function listAbilities({ kind, thinks }: Marked, limits: Limits | undefined): readonly string[] {
  const { inputTokenLimit: input, outputTokenLimit: output } = limits ?? {}
  const marks = [
    thinks && 'thinks',
    kind === 'image' && 'draws',
    input && `${formatLimit(input)} tokens in`,
    output && `${formatLimit(output)} tokens out`,
  ]
  return marks.filter((mark) => typeof mark === 'string')
}

/** `1,048,576` is `1M` and `65,536` is `64k`: limits are powers of two. */
function formatLimit(tokens: number): string {
  if (tokens >= 1_048_576) return `${Math.round(tokens / 1_048_576)}M`
  return tokens >= 1024 ? `${Math.round(tokens / 1024)}k` : String(tokens)
}

/** Returns null if no retirement is known. */
export function describeRetirement(
  { retires, vendorId, vendorIdBy }: Pick<ModelSummary, 'retires' | 'vendorId' | 'vendorIdBy'>,
  now: number,
): string | null {
  if (retires === null || vendorIdBy === 'alias') return null
  const lastDay = formatDate(retires)
  // It counts to its end.
  const isOver = now >= Date.parse(retires) + 24 * 60 * 60 * 1000
  if (!isOver) return `Retires at the vendor on ${lastDay}`
  return vendorIdBy === 'retirement'
    ? `Retired on ${lastDay}; ${vendorId} answers`
    : `Retired by the vendor on ${lastDay}`
}
