// The persisted form of the Embeddings panel: the settings of the next set, and texts not added yet.
import { z } from 'zod'
import { catalog } from '#shared/models/catalog'
import { EmbeddingSettings } from '#shared/schemas/embedding-set'
import { readServer } from '../../../models/model-list'
import { readServedModel } from '../../../models/served-model'
import { createForm } from '../../../state/draft-store'

const Form = z.object({
  settings: EmbeddingSettings,
  /** By the id of their set. */
  drafts: z.record(z.string(), z.string()).catch({}),
})
type EmbeddingForm = z.infer<typeof Form>

const emptyForm: EmbeddingForm = {
  settings: {
    model: catalog.find(({ kind }) => kind === 'embedding')?.id ?? '',
    taskType: 'SEMANTIC_SIMILARITY',
    outputDimensionality: 3072,
  },
  drafts: {},
}

/** Returns the empty form if the saved one cannot be parsed. */
function parseForm(saved: unknown): EmbeddingForm {
  return Form.safeParse(saved).data ?? emptyForm
}

export const embeddingForm = createForm('embeddings', parseForm)

/** The built-in length is that of the built-in model; each model of a server has its own, and may reject others. */
export function toServedDimensions(dimensions: number | null, server: object | null): number | null {
  return server && dimensions === emptyForm.settings.outputDimensionality ? null : dimensions
}

/** For a new set: with a model that the selected provider can have. */
export function readNextSettings(): EmbeddingSettings {
  const { settings } = embeddingForm.read()
  return {
    ...settings,
    model: readServedModel(settings.model, 'embedding'),
    outputDimensionality: toServedDimensions(settings.outputDimensionality, readServer()),
  }
}

/** Saves the texts typed for a set; deletes the draft if it is blank. */
export function writeNewTexts(setId: string, text: string) {
  const { [setId]: _, ...others } = embeddingForm.read().drafts
  embeddingForm.change({ drafts: text ? { ...others, [setId]: text } : others })
}
