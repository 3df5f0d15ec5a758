// A model that the user has added to the catalogue, and an id that the user maps to another one upstream.
import { z } from 'zod'
import { modelKinds } from './model'

/** As it stands in an address, without `models/`. */
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
  /** Absent: it takes none. */
  aspectRatios: z
    .array(z.string().regex(/^\d{1,3}:\d{1,3}$/, 'must be a ratio, such as 16:9'))
    .max(40)
    .optional(),
  imageSizes: z.array(z.string().trim().min(1).max(10)).max(10).optional(),
})
export type CustomModel = z.infer<typeof CustomModel>

/** The vendor upstream asks for `to` where a client says `from` or its twin of the other family. */
export const Alias = z.object({ from: ModelId, to: ModelId })
export type Alias = z.infer<typeof Alias>
