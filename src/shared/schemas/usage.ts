// Token counts of an answer (specification §2 usageMetadata). Cumulative in a stream: the last one counts, a missing one is not 0.
import { z } from 'zod'

export const UsageMetadata = z.looseObject({
  promptTokenCount: z.number().optional(),
  candidatesTokenCount: z.number().optional(),
  thoughtsTokenCount: z.number().optional(),
  toolUsePromptTokenCount: z.number().optional(),
  totalTokenCount: z.number().optional(),
})
export type UsageMetadata = z.infer<typeof UsageMetadata>
