// What is set beyond the specification, in a few words.
import type { TranscriptionForm } from '../state/transcription-form'

/** Empty where nothing is. */
export function summariseForm({ language, prompt, temperature, streaming }: TranscriptionForm): string {
  return [
    language.trim(),
    prompt.trim() && 'prompt',
    temperature.trim() && `T ${temperature.trim()}`,
    streaming && 'streaming',
  ]
    .filter(Boolean)
    .join(' · ')
}
