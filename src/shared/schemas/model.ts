// A model as `GET …/models` returns it (wire §10.1), and the kinds of models.
import { z } from 'zod'

export const modelKinds = ['text', 'image', 'video', 'embedding', 'transcription'] as const
export type ModelKind = (typeof modelKinds)[number]

export const Model = z.looseObject({
  name: z.string(),
  displayName: z.string(),
  description: z.string().optional(),
  inputTokenLimit: z.number().optional(),
  outputTokenLimit: z.number().optional(),
  supportedGenerationMethods: z.array(z.string()),
})
export type Model = z.infer<typeof Model>

export const ListModelsResponse = z.looseObject({ models: z.array(Model) })
