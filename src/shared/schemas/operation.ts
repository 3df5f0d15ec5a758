// Long-running video operations (specification E10, decisions §8) and their files.
import { z } from 'zod'

export const PredictLongRunningRequest = z.looseObject({
  instances: z
    .array(z.looseObject({ prompt: z.string({ error: 'must be a string' }) }), {
      error: 'must be an array of instances',
    })
    .min(1, 'is required'),
  parameters: z.looseObject({}).optional(),
})
export type PredictLongRunningRequest = z.infer<typeof PredictLongRunningRequest>

const GeneratedSample = z.looseObject({
  video: z.looseObject({ uri: z.string().optional() }).optional(),
})

/** `done` absent means running. */
export const Operation = z.looseObject({
  name: z.string(),
  done: z.boolean().optional(),
  metadata: z.looseObject({}).optional(),
  response: z
    .looseObject({
      generateVideoResponse: z
        .looseObject({
          generatedSamples: z.array(GeneratedSample).optional(),
          raiMediaFilteredCount: z.number().optional(),
          raiMediaFilteredReasons: z.array(z.string()).optional(),
        })
        .optional(),
    })
    .optional(),
  error: z.looseObject({ code: z.number().optional(), message: z.string().optional() }).optional(),
})
export type Operation = z.infer<typeof Operation>
