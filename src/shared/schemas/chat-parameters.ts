// Parameters of a chat request, besides the conversation itself (specification §2, wire §2.4–2.7), with presets of them
// and prompt templates.
import { z } from 'zod'
import { blockThresholds, functionModes, harmCategories, thinkingLevels } from './fixed-values'

export const SafetySetting = z.object({
  category: z.enum(harmCategories),
  threshold: z.enum(blockThresholds),
})
export type SafetySetting = z.infer<typeof SafetySetting>

/** Sent unchanged, including unknown members. */
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

/** A function's prepared response, sent without running it (wire §2.3). */
export const FunctionMock = z.object({ name: z.string(), response: z.record(z.string(), z.unknown()) })
export type FunctionMock = z.infer<typeof FunctionMock>

/** Stored even while it is off, so that turning it off loses nothing. */
export const FunctionSettings = z.object({
  on: z.boolean(),
  declarations: z.array(FunctionDeclaration).max(128),
  mode: z.enum(functionModes).optional(),
  mocks: z.array(FunctionMock).max(128),
  /** Answer calls immediately if all of them have a mock. */
  answerWithMocks: z.boolean(),
})
export type FunctionSettings = z.infer<typeof FunctionSettings>

/** Consecutive rounds that mocks answer without the user, because a model may call functions forever. */
export const maxMockRounds = 10

/** Structured output (E9). Stored even while it is off. */
export const StructuredSettings = z.object({
  on: z.boolean(),
  schema: z.looseObject({}),
  /** `responseSchema` is the specification's; the other supports all of JSON Schema (wire §2.6). */
  sentAs: z.enum(['responseSchema', 'responseJsonSchema']),
})
export type StructuredSettings = z.infer<typeof StructuredSettings>

/** Absent means the model's own default. */
export const ChatParameters = z.object({
  model: z.string().min(1),
  /** False requests a complete response (`generateContent`). */
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
  /** `imageConfig` (wire §7.1), such as `16:9`. Users may enter ratios that the model does not document. */
  aspectRatio: z
    .string()
    .regex(/^[1-9]\d{0,2}:[1-9]\d{0,2}$/, 'must be a ratio, such as 16:9')
    .optional(),
  /** `512`, `1K`, `2K` or `4K`, with an upper-case K. */
  imageSize: z
    .string()
    .regex(/^(512|[1-9]K)$/, 'must be 512, 1K, 2K, or 4K (uppercase K)')
    .optional(),
  /** Absent: the model's default, which is text and image for image models. */
  responseModalities: z
    .array(z.enum(['TEXT', 'IMAGE']))
    .min(1)
    .optional(),
})
export type ChatParameters = z.infer<typeof ChatParameters>

const Name = z.string().trim().min(1, 'is required').max(80, 'must be 80 characters or fewer')

const storedFields = { id: z.string(), name: Name, updatedAt: z.number() }

export const Preset = z.object({ ...storedFields, parameters: ChatParameters })
export type Preset = z.infer<typeof Preset>

/** Variables are written as `{{name}}` (`templates/prompt-template`). */
export const PromptTemplate = z.object({
  ...storedFields,
  text: z.string().min(1, 'is required').max(100_000),
})
export type PromptTemplate = z.infer<typeof PromptTemplate>

/** Without an ID, a new one is created. */
export const PresetInput = Preset.omit({ id: true, updatedAt: true }).extend({ id: z.string().optional() })
export type PresetInput = z.infer<typeof PresetInput>
export const TemplateInput = PromptTemplate.omit({ id: true, updatedAt: true }).extend({
  id: z.string().optional(),
})
export type TemplateInput = z.infer<typeof TemplateInput>
