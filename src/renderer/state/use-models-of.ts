// The models of one kind, as they are chosen from: the catalogue's, then those the user has added.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { ModelSummary } from '#shared/desktop/contract'
import { queries } from '../api/desktop'

type Kind = Exclude<ModelSummary['kind'], 'text'>

const titles: Readonly<Record<Kind, string>> = {
  image: 'Image models',
  video: 'Video models',
  embedding: 'Embedding models',
  transcription: 'Transcription models',
}

const none: readonly ModelSummary[] = []

/** `describe` must be stable between renders: another function would create all options again. */
export function useModelsOf(kind: Kind, describe: (model: ModelSummary) => string = readDescription) {
  const { data: all = none, isSuccess } = useQuery(queries.models.list.queryOptions())
  const models = useMemo(() => all.filter((model) => model.kind === kind), [all, kind])
  const groups = useMemo(() => {
    const sections = [
      { label: titles[kind], held: models.filter(({ own }) => !own) },
      { label: 'Added by you', held: models.filter(({ own }) => own) },
    ]
    return sections
      .filter(({ held }) => held.length > 0)
      .map(({ label, held }) => ({ label, options: held.map((model) => toOption(model, describe)) }))
  }, [models, kind, describe])
  const toModelName = useCallback(
    (id: string | null) => all.find((model) => model.id === id)?.displayName ?? id ?? 'Model',
    [all],
  )
  return { models, groups, toModelName, isKnown: isSuccess }
}

function toOption(model: ModelSummary, describe: (model: ModelSummary) => string) {
  const { id, displayName, retires } = model
  return {
    value: id,
    label: displayName,
    description: describe(model),
    ...(retires ? { marks: ['retiring'] } : {}),
  }
}

function readDescription({ description }: ModelSummary): string {
  return description
}
