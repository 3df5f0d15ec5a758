// Presets of parameters, and prompt templates with variables.
import { z } from 'zod'
import { ChatParameters } from './chat-parameters'

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
