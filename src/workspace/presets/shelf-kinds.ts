// The two kinds of things that are kept to use again: presets of parameters, and prompts with variables.
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { Preset, PromptTemplate } from '#shared/schemas/shelf'
import type { ShelfKind } from './shelf'

export interface PresetContent {
  readonly parameters: ChatParameters
}

export interface TemplateContent {
  readonly text: string
}

export const presetKind: ShelfKind<PresetContent> = {
  kind: 'preset',
  topic: 'presets',
  called: 'a preset',
  content: Preset.pick({ parameters: true }),
  fileKind: 'gen-playground-preset',
  file: Preset.pick({ name: true, parameters: true }),
}

export const templateKind: ShelfKind<TemplateContent> = {
  kind: 'template',
  topic: 'templates',
  called: 'a prompt template',
  content: PromptTemplate.pick({ text: true }),
  fileKind: 'gen-playground-prompt-template',
  file: PromptTemplate.pick({ name: true, text: true }),
}
