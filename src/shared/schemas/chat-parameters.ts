// What a request is made with, beside the conversation itself (specification §2, wire §2.4–2.7).
import { z } from 'zod'

/** `thinkingConfig.thinkingLevel`; excludes a budget (wire §2.4). */
export const thinkingLevels = ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH'] as const
export const functionModes = ['AUTO', 'ANY', 'NONE', 'VALIDATED'] as const
export const harmCategories = [
  'HARM_CATEGORY_HARASSMENT',
  'HARM_CATEGORY_HATE_SPEECH',
  'HARM_CATEGORY_SEXUALLY_EXPLICIT',
  'HARM_CATEGORY_DANGEROUS_CONTENT',
] as const
export const blockThresholds = [
  'BLOCK_LOW_AND_ABOVE',
  'BLOCK_MEDIUM_AND_ABOVE',
  'BLOCK_ONLY_HIGH',
  'BLOCK_NONE',
  'OFF',
] as const

export const SafetySetting = z.object({
  category: z.enum(harmCategories),
  threshold: z.enum(blockThresholds),
})
export type SafetySetting = z.infer<typeof SafetySetting>

/** As it is sent: members that nobody here has heard of stay. */
export const FunctionDeclaration = z.looseObject({
  name: z
    .string()
    .regex(
      /^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$/,
      'must start with a letter or underscore and have up to 64 letters, digits, underscores, dots, colons, or dashes',
    ),
  description: z.string().optional(),
  parameters: z.looseObject({}).optional(),
})
export type FunctionDeclaration = z.infer<typeof FunctionDeclaration>

/** What a function answers without being run: `response` is a JSON object (wire §2.3). */
export const FunctionMock = z.object({ name: z.string(), response: z.record(z.string(), z.unknown()) })
export type FunctionMock = z.infer<typeof FunctionMock>

/** Kept while it is off, so that nothing written is lost by a switch. */
export const FunctionSettings = z.object({
  on: z.boolean(),
  declarations: z.array(FunctionDeclaration).max(128),
  mode: z.enum(functionModes).optional(),
  mocks: z.array(FunctionMock).max(128),
  /** Calls that all have a mock are answered at once, without asking. */
  answerWithMocks: z.boolean(),
})
export type FunctionSettings = z.infer<typeof FunctionSettings>

/** How often in a row mocks answer without the user: a model may call for ever. */
export const maxMockRounds = 10

/** Structured output (E9). Kept while it is off. */
export const StructuredSettings = z.object({
  on: z.boolean(),
  schema: z.looseObject({}),
  /** `responseSchema` is the specification's; the other takes all of JSON Schema (wire §2.6). */
  sentAs: z.enum(['responseSchema', 'responseJsonSchema']),
})
export type StructuredSettings = z.infer<typeof StructuredSettings>

/** Absent means the model's own default. */
export const ChatParameters = z.object({
  model: z.string().min(1),
  /** False: the answer comes in one piece (`generateContent`). */
  streaming: z.boolean().optional(),
  systemInstruction: z.string().optional(),
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().min(0).max(1).optional(),
  topK: z.number().int().positive().optional(),
  maxOutputTokens: z.number().int().positive().optional(),
  stopSequences: z.array(z.string().min(1)).max(5).optional(),
  seed: z.number().int().min(-2_147_483_648).max(2_147_483_647).optional(),
  includeThoughts: z.boolean().optional(),
  /** Tokens; 0 is off, -1 leaves it to the model. */
  thinkingBudget: z.number().int().min(-1).optional(),
  thinkingLevel: z.enum(thinkingLevels).optional(),
  safety: z.array(SafetySetting).max(harmCategories.length).optional(),
  functions: FunctionSettings.optional(),
  structured: StructuredSettings.optional(),
  urlContext: z.boolean().optional(),
  googleSearch: z.boolean().optional(),
  /** `imageConfig` (wire §7.1): `16:9`; other ratios than the model documents may be typed. */
  aspectRatio: z
    .string()
    .regex(/^[1-9]\d{0,2}:[1-9]\d{0,2}$/, 'must be a ratio, such as 16:9')
    .optional(),
  /** `512`, `1K`, `2K`, `4K`: with an upper-case K. */
  imageSize: z
    .string()
    .regex(/^(512|[1-9]K)$/, 'must be 512, 1K, 2K, or 4K (uppercase K)')
    .optional(),
  /** Absent: the model's own, which for image models is text and image. */
  responseModalities: z
    .array(z.enum(['TEXT', 'IMAGE']))
    .min(1)
    .optional(),
})
export type ChatParameters = z.infer<typeof ChatParameters>
