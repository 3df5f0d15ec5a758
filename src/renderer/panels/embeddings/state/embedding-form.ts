// The persisted form of the Embeddings panel: the settings of the next set, and texts not added yet.
import { z } from 'zod'
import { catalog } from '#shared/models/catalog'
import { EmbeddingSettings } from '#shared/schemas/embedding-set'
import { createPersistedForm } from '../../../state/persisted-drafts'

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

export const embeddingForm = createPersistedForm('embeddings', parseForm)

export function changeNextSettings(settings: EmbeddingSettings) {
  embeddingForm.useForm.setState(({ form }) => ({ form: { ...form, settings } }))
}

/** Saves the texts typed for a set; deletes the draft if it is blank. */
export function writeNewTexts(setId: string, text: string) {
  embeddingForm.useForm.setState(({ form }) => {
    const { [setId]: _, ...others } = form.drafts
    return { form: { ...form, drafts: text ? { ...others, [setId]: text } : others } }
  })
}
