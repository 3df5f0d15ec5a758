// The models that a panel offers, by what they can do.
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

function useAllModels() {
  const { data: models = none, isSuccess } = useQuery(queries.models.list.queryOptions())
  const toModelName = useCallback(
    (id: string | null) => models.find((model) => model.id === id)?.displayName ?? id ?? 'Model',
    [models],
  )
  return { models, toModelName, isKnown: isSuccess }
}

/** The model's display name, or its id if the model is unknown. */
export function useModelName(id: string | null): string {
  return useAllModels().toModelName(id)
}

/** All models of a chat: text models first, each with its capabilities. */
export function useModels() {
  const { models, toModelName } = useAllModels()
  const groups = useMemo(() => {
    const toOptions = (kind: ModelSummary['kind']) =>
      models
        .filter((model) => model.kind === kind)
        .map((model) => toOption(model, model.description, listMarks(model)))
    return toGroups([
      { label: 'Text', options: toOptions('text') },
      { label: 'Text and images', options: toOptions('image') },
    ])
  }, [models])
  return { models, groups, toModelName }
}

/**
 * The models of one kind: built-in ones, then those the user has added. `describe` must be stable between
 * renders: another function would create all options again.
 */
export function useModelsOf(kind: Kind, describe: (model: ModelSummary) => string = readDescription) {
  const { models: all, toModelName, isKnown } = useAllModels()
  const models = useMemo(() => all.filter((model) => model.kind === kind), [all, kind])
  const groups = useMemo(() => {
    const toOptions = (isCustom: boolean) =>
      models
        .filter(({ custom }) => custom === isCustom)
        .map((model) => toOption(model, describe(model), model.retires ? ['retiring'] : []))
    return toGroups([
      { label: titles[kind], options: toOptions(false) },
      { label: 'Added by you', options: toOptions(true) },
    ])
  }, [models, kind, describe])
  return { models, groups, toModelName, isKnown }
}

function readDescription({ description }: ModelSummary): string {
  return description
}

function toOption({ id, displayName }: ModelSummary, description: string, marks: readonly string[]) {
  return { value: id, label: displayName, description, marks }
}

function toGroups<Group extends { readonly options: readonly unknown[] }>(groups: readonly Group[]): Group[] {
  return groups.filter(({ options }) => options.length > 0)
}

type Marked = Pick<ModelSummary, 'kind' | 'thinks' | 'custom' | 'retires'>

/** Model descriptions for lists. */
export function listMarks({ kind, thinks, custom, retires }: Marked): readonly string[] {
  const marks = [
    thinks && 'thinks',
    kind === 'image' && 'generates images',
    custom && 'yours',
    retires && 'retiring',
  ]
  return marks.filter((mark) => typeof mark === 'string')
}
