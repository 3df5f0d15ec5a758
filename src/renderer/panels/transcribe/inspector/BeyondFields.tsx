// What the vendor documents beyond the specification: each is sent only where it is set.
import { Field } from '../../../components/Field'
import { NumberInput } from '../../../components/NumberInput'
import { Switch } from '../../../components/Switch'
import { TextArea, TextInput } from '../../../components/TextInput'
import {
  changeTranscriptionForm,
  readTranscriptionForm,
  transcriptionForm,
} from '../state/transcription-form'
import { nameLanguage } from './name-language'

export function BeyondFields() {
  const form = transcriptionForm.useForm((state) => state.form)
  const { settings, problems } = readTranscriptionForm(form)
  return (
    <>
      <p className="text-faint text-sm">
        Documented by the vendor, not by the specification: sent only where it is set.
      </p>
      <Field
        label="Language"
        error={problems?.language}
        hint={nameLanguage(form.language) ?? 'Two letters, such as “en”. Left blank, the model finds out.'}
      >
        {(attributes) => (
          <TextInput
            {...attributes}
            className="max-w-24"
            value={form.language}
            onChange={({ target }) => changeTranscriptionForm({ language: target.value })}
          />
        )}
      </Field>
      <Field
        label="Prompt"
        error={problems?.prompt}
        hint="Names and words that are spoken, or the text that came before, in the language of the sound."
      >
        {(attributes) => (
          <TextArea
            {...attributes}
            rows={2}
            placeholder="None"
            value={form.prompt}
            onChange={({ target }) => changeTranscriptionForm({ prompt: target.value })}
          />
        )}
      </Field>
      <NumberInput
        label="Temperature"
        text={form.temperature}
        value={settings?.temperature}
        error={problems?.temperature}
        hint="0 is steady, 1 guesses more freely."
        slider={{ min: 0, max: 1, step: 0.05, rest: 0 }}
        unsetWord="Model’s default"
        resetLabel="Temperature: back to the model’s default"
        onText={(temperature) => changeTranscriptionForm({ temperature })}
        onReset={() => changeTranscriptionForm({ temperature: '' })}
      />
      <Switch
        label="Stream the text"
        hint="Words appear while the model writes them, where it can; where it cannot, the text comes as a whole."
        checked={form.streaming}
        onChange={(streaming) => changeTranscriptionForm({ streaming })}
      />
    </>
  )
}
