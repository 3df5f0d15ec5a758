// The kinds of models, a model as `GET …/models` returns it (wire §10.1), models that the user has added to the catalog,
// and aliases of model IDs.
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

/** As in a URL, without `models/`. */
export const ModelId = z
  .string()
  .trim()
  .transform((id) => id.replace(/^models\//, ''))
  .pipe(
    z
      .string()
      .min(1, 'is required')
      .max(100, 'must be 100 characters or fewer')
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
        'must contain only letters, digits, dots, dashes, and underscores',
      )
      .refine((id) => !id.includes('..'), 'must not contain consecutive dots'),
  )

export const CustomModel = z.object({
  id: ModelId,
  displayName: z.string().trim().max(80).default(''),
  kind: z.enum(modelKinds),
  thinks: z.boolean().default(false),
  /** The context window in tokens. Absent if the user has not entered it. */
  inputTokenLimit: z
    .number('must be a number of tokens')
    .int('must be a whole number of tokens')
    .min(1, 'must be at least 1')
    .max(100_000_000, 'must be at most 100,000,000')
    .optional(),
  /** Absent if the model has no such setting. */
  aspectRatios: z
    .array(z.string().regex(/^\d{1,3}:\d{1,3}$/, 'must be a ratio, such as 16:9'))
    .max(40)
    .optional(),
  imageSizes: z.array(z.string().trim().min(1).max(10)).max(10).optional(),
})
export type CustomModel = z.infer<typeof CustomModel>

/** Sends `to` to the vendor if a client requests `from`, by either family's name. */
export const Alias = z.object({ from: ModelId, to: ModelId })
export type Alias = z.infer<typeof Alias>
