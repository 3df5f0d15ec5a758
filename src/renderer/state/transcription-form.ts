// The form of the next files as typed and saved, and the settings made from it.
import { z } from 'zod'
import { catalog } from '#shared/models/catalog'
import { TranscriptionSettings } from '#shared/schemas/transcription-job'
import { findMissingKind, readServedModel } from '../models/served-model'
import { createForm, openDrafts } from './draft-store'

const Form = z.object({
  model: z.string().min(1),
  language: z.string().catch(''),
  prompt: z.string().catch(''),
  temperature: z.string().catch(''),
  streaming: z.boolean().catch(false),
  skipSilences: z.boolean().catch(false),
})
export type TranscriptionForm = z.infer<typeof Form>

export const emptyForm: TranscriptionForm = {
  model: catalog.find(({ kind }) => kind === 'transcription')?.id ?? '',
  language: '',
  prompt: '',
  temperature: '',
  streaming: false,
  skipSilences: false,
}

/** The empty form if the stored value has another shape. */
export function parseStoredForm(saved: unknown): TranscriptionForm {
  return Form.safeParse(saved).data ?? emptyForm
}

type FieldProblems = Partial<Record<keyof TranscriptionForm, string>>

type ReadForm =
  | { readonly settings: TranscriptionSettings; readonly problems?: undefined }
  | { readonly settings?: undefined; readonly problems: FieldProblems }

/** A blank field is not set, and not sent. */
export function readTranscriptionForm(form: TranscriptionForm): ReadForm {
  const { model, streaming, skipSilences } = form
  const [language, temperature] = [form.language.trim().toLowerCase(), form.temperature.trim()]
  const read = TranscriptionSettings.safeParse({
    model,
    ...(language && { language }),
    ...(form.prompt.trim() && { prompt: form.prompt }),
    // Both decimal marks are accepted.
    ...(temperature && { temperature: toNumber(temperature.replace(',', '.')) }),
    ...(streaming && { streaming }),
    ...(skipSilences && { skipSilences }),
  })
  if (read.success) return { settings: read.data }
  const problems: Record<string, string> = {}
  for (const { path, message } of read.error.issues) {
    const field = String(path[0])
    problems[field] ??= field === 'temperature' ? 'must be a number from 0 to 1, or empty' : message
  }
  return { problems }
}

const fieldNames: Readonly<Record<keyof TranscriptionForm, string>> = {
  model: 'Model',
  language: 'Language',
  prompt: 'Prompt',
  temperature: 'Temperature',
  streaming: 'Streaming',
  skipSilences: 'Skip long silences',
}

/** `Language must be …` */
export function describeProblems(problems: FieldProblems): string {
  // The keys of a `FieldProblems` are those of the form.
  const fields = Object.keys(problems) as (keyof TranscriptionForm)[]
  return fields.map((field) => `${fieldNames[field]} ${problems[field]}.`).join(' ')
}

/** The form that these settings were made from. */
export function toTranscriptionForm(settings: TranscriptionSettings): TranscriptionForm {
  const { model, language = '', prompt = '', temperature, streaming = false, skipSilences = false } = settings
  return { model, language, prompt, temperature: temperature?.toString() ?? '', streaming, skipSilences }
}

function toNumber(text: string): number {
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN
}

export const transcriptionForm = createForm('transcribe', parseStoredForm)

/** The settings for new files. Rejects if these are invalid, or if the selected server has no model. */
export async function readSettings(): Promise<TranscriptionSettings> {
  await openDrafts()
  const { settings, problems } = readTranscriptionForm(transcriptionForm.read())
  if (!settings) throw new Error(describeProblems(problems))
  const missing = findMissingKind('transcription')
  if (missing !== undefined) throw new Error(missing)
  return { ...settings, model: readServedModel(settings.model, 'transcription') }
}
