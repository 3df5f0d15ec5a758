// The model of the open set, or of the next one.
import { toastOutcome } from '../../../api/toast-outcome'
import { changeSettings } from './embedding-actions'
import { embeddingForm, readNextSettings } from './embedding-form'
import { useEmbeddingSet } from './embedding-set'
import { useEmbeddingView } from './embedding-view'

function readOpen() {
  const { set } = useEmbeddingSet.getState()
  return set?.id === useEmbeddingView.getState().openId ? set : null
}

export function readEmbeddingModel(): string {
  return readOpen()?.settings.model ?? readNextSettings().model
}

export function changeEmbeddingModel(model: string) {
  const set = readOpen()
  if (set) toastOutcome(changeSettings(set.id, { ...set.settings, model }))
  else embeddingForm.change({ settings: { ...embeddingForm.read().settings, model } })
}
