// The models that draw, each marked with what it supports.
import type { ModelSummary } from '#shared/desktop/contract'
import { useModelsOf } from '../../state/use-models-of'
import { listSupported } from './fit-drawing'

export function useImageModels() {
  return useModelsOf('image', describe)
}

/** `… No ratios · thinks` */
function describe(model: ModelSummary): string {
  const marks = listSupported(model).join(' · ')
  return `${model.description} ${marks.charAt(0).toUpperCase()}${marks.slice(1)}`
}
