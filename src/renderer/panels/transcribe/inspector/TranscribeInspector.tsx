// The settings of the next files and how all of them are sent, in collapsible sections.
import { Accordion } from 'radix-ui'
import { CollapsibleSection } from '../../../components/CollapsibleSection'
import { Field } from '../../../components/Field'
import { Notice } from '../../../components/Notice'
import { NumberInput } from '../../../components/NumberInput'
import { Select } from '../../../components/Select'
import { Skeleton } from '../../../components/Skeleton'
import { Switch } from '../../../components/Switch'
import { TextArea, TextInput } from '../../../components/TextInput'
import { ModelNotice, useModelIssue } from '../../../models/ModelNotice'
import { ModelPicker } from '../../../models/ModelPicker'
import { isForComposer } from '../../../models/model-issue'
import { useServedModel } from '../../../models/served-model'
import { transcriptionKinds, useModelsOf } from '../../../models/use-models'
import { useDrafts } from '../../../state/draft-store'
import { changePreference, usePreferences } from '../../../state/preferences'
import {
  readTranscriptionForm,
  type TranscriptionForm,
  transcriptionForm,
} from '../../../state/transcription-form'
import { languages, nameLanguage } from './language-names'
import { MicrophoneField } from './MicrophoneField'
import { OpenFileSettings } from './OpenFileSettings'
import { Sending } from './Sending'

const sections = [
  { id: 'model', title: 'Model', Content: ModelField },
  { id: 'beyond', title: 'Provider-specific options', Content: BeyondSpecFields },
  { id: 'sending', title: 'Chunking', Content: Chunking },
  { id: 'recording', title: 'Recording', Content: MicrophoneField },
] as const

export function TranscribeInspector() {
  const open = usePreferences((preferences) => preferences.sections.transcribe)
  const form = transcriptionForm.useForm((current) => current)
  const { isLoaded, failure } = useDrafts()
  if (!isLoaded && failure === null) {
    return <Skeleton label="Loading settings…" widths={['60%', '84%', '72%']} className="p-4" />
  }
  return (
    <>
      {failure !== null && (
        <div className="p-3">
          <Notice tone="warn" title="Couldn’t save these settings">
            {`${failure} They apply while this window is open.`}
          </Notice>
        </div>
      )}
      <OpenFileSettings />
      <p className="px-4 pt-3 pb-1 text-faint text-sm">
        Applies to files you add from now on. Files in the queue keep their settings.
      </p>
      <Accordion.Root
        type="multiple"
        value={[...open]}
        onValueChange={(transcribe) => changePreference('sections', { transcribe })}
      >
        {sections.map(({ id, title, Content }) => {
          const summary =
            id === 'beyond'
              ? summarizeForm(form)
              : id === 'sending' && form.skipSilences
                ? 'skip silences'
                : ''
          return (
            <CollapsibleSection key={id} id={id} title={title} summary={summary}>
              <Content />
            </CollapsibleSection>
          )
        })}
      </Accordion.Root>
    </>
  )
}

function ModelField() {
  const selected = transcriptionForm.useForm((form) => form.model)
  const { models, groups } = useModelsOf('transcription')
  const issue = useModelIssue(selected, transcriptionKinds)
  const modelId = useServedModel(selected, 'transcription')
  const model = models.find(({ id }) => id === modelId)
  return (
    <div className="flex flex-col gap-1.5">
      <ModelPicker
        label="Model for new files"
        kind="transcription"
        value={modelId}
        groups={groups}
        onChange={(id) => transcriptionForm.change({ model: id })}
      />
      {model?.description && <p className="text-faint text-sm">{model.description}</p>}
      {issue && !isForComposer(issue, true) && <ModelNotice issue={issue} model={selected} />}
    </div>
  )
}

function BeyondSpecFields() {
  const form = transcriptionForm.useForm((form) => form)
  const { settings, problems } = readTranscriptionForm(form)
  return (
    <>
      <p className="text-faint text-sm">
        Documented by the provider but not part of the API spec. Sent only if you set them.
      </p>
      <Field
        label="Language"
        error={problems?.language}
        hint={
          nameLanguage(form.language) ?? 'Two-letter code, such as “en”. Leave empty to detect the language.'
        }
      >
        {(attributes) => (
          <span className="flex gap-2">
            <TextInput
              {...attributes}
              className="max-w-16"
              placeholder="auto"
              value={form.language}
              onChange={({ target }) => transcriptionForm.change({ language: target.value })}
            />
            <LanguageSelect code={form.language.trim().toLowerCase()} />
          </span>
        )}
      </Field>
      <Field
        label="Prompt"
        error={problems?.prompt}
        hint="Names and terms that occur in the audio, or the preceding text, in the same language."
      >
        {(attributes) => (
          <TextArea
            {...attributes}
            rows={2}
            placeholder="None"
            value={form.prompt}
            onChange={({ target }) => transcriptionForm.change({ prompt: target.value })}
          />
        )}
      </Field>
      <NumberInput
        label="Temperature"
        text={form.temperature}
        value={settings?.temperature}
        error={problems?.temperature}
        hint="Lower is more literal, higher guesses more freely."
        slider={{ min: 0, max: 1, step: 0.05, unsetPosition: 0 }}
        unsetText="Default"
        resetLabel="Reset Temperature to default"
        onText={(temperature) => transcriptionForm.change({ temperature })}
        onReset={() => transcriptionForm.change({ temperature: '' })}
      />
      <Switch
        label="Stream transcript"
        hint="Shows words as they arrive, if the model supports it."
        checked={form.streaming}
        onChange={(streaming) => transcriptionForm.change({ streaming })}
      />
    </>
  )
}

function Chunking() {
  const skipSilences = transcriptionForm.useForm((form) => form.skipSilences)
  return (
    <>
      <Switch
        label="Skip long silences"
        hint="Silences of 5 s or more aren’t sent or billed. Times in the transcript stay right."
        checked={skipSilences}
        onChange={(isOn) => transcriptionForm.change({ skipSilences: isOn })}
      />
      <Sending />
    </>
  )
}

/** A select has no empty value. */
const detect = 'detect'

const languageGroups = [
  { label: '', options: [{ value: detect, label: 'Detect language' }] },
  { label: 'Languages', options: languages.map(({ code, name }) => ({ value: code, label: name })) },
]

/** Any other code can be typed. */
function LanguageSelect({ code }: { code: string }) {
  const isListed = languages.some((language) => language.code === code)
  return (
    <Select
      label="Choose language"
      value={code === '' ? detect : isListed ? code : (nameLanguage(code) ?? 'Other')}
      groups={languageGroups}
      onChange={(value) => transcriptionForm.change({ language: value === detect ? '' : value })}
      className="flex-1"
    />
  )
}

/** Empty if nothing is set. */
function summarizeForm({ language, prompt, temperature, streaming }: TranscriptionForm): string {
  return [
    language.trim(),
    prompt.trim() && 'prompt',
    temperature.trim() && `T ${temperature.trim()}`,
    streaming && 'streaming',
  ]
    .filter(Boolean)
    .join(' · ')
}
