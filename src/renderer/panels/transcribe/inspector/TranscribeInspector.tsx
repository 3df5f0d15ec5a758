// The settings of the next files and how all of them are sent, in collapsible sections.

import { useQuery } from '@tanstack/react-query'
import { Accordion } from 'radix-ui'
import { create } from 'zustand'
import { defaultJobSettings, type Settings } from '#shared/schemas/settings'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { CollapsibleSection } from '../../../components/CollapsibleSection'
import { Field } from '../../../components/Field'
import { Notice } from '../../../components/Notice'
import { NumberInput } from '../../../components/NumberInput'
import { type NumberRule, readParameter, showParameter } from '../../../components/read-parameter'
import { Select } from '../../../components/Select'
import { Skeleton } from '../../../components/Skeleton'
import { Switch } from '../../../components/Switch'
import { TextArea, TextInput } from '../../../components/TextInput'
import { ModelNotice, useModelIssue } from '../../../models/ModelNotice'
import { ModelPicker } from '../../../models/ModelPicker'
import { isForComposer } from '../../../models/model-issue'
import { useServedModel } from '../../../models/served-model'
import { transcriptionKinds, useModelsOf } from '../../../models/use-models'
import { createDraftSaver } from '../../../state/draft-saver'
import { clearInputs, saveInput, useDrafts } from '../../../state/draft-store'
import { changePreference, usePreferences } from '../../../state/preferences'
import {
  readTranscriptionForm,
  type TranscriptionForm,
  transcriptionForm,
} from '../../../state/transcription-form'
import { useMicrophones } from '../recorder/recorder'
import { languages, nameLanguage, OpenFileSettings } from './OpenFileSettings'

const sections = [
  { id: 'model', title: 'Model', Content: ModelField },
  { id: 'beyond', title: 'Provider-specific options', Content: BeyondSpecFields },
  { id: 'sending', title: 'Chunking', Content: Chunking },
  { id: 'recording', title: 'Recording', Content: MicrophoneField },
] as const

export function TranscribeInspector() {
  const open = usePreferences((preferences) => preferences.sections.transcribe)
  const form = transcriptionForm.useForm((current) => current)
  const isLoaded = useDrafts((drafts) => drafts.isLoaded)
  const failure = useDrafts((drafts) => drafts.failure)
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

/** A select has no empty value. */
const systemDefault = 'default'

function MicrophoneField() {
  const { deviceId, name } = usePreferences(({ microphone }) => microphone)
  const devices = useMicrophones()
  const isMissing = deviceId !== '' && !devices.some((device) => device.deviceId === deviceId)
  const all = isMissing ? [...devices, { deviceId, name: `${name} (not connected)` }] : devices
  const options = [
    { value: systemDefault, label: 'System default' },
    ...all.map((device) => ({ value: device.deviceId, label: device.name })),
  ]
  const choose = (value: string) => {
    const selected = all.find((device) => device.deviceId === value)
    changePreference('microphone', selected ?? { deviceId: '', name: '' })
  }
  return (
    <div className="flex flex-col gap-1.5">
      <Select
        label="Microphone"
        value={deviceId || systemDefault}
        groups={[{ label: '', options }]}
        onChange={choose}
      />
      <p className="text-faint text-sm">Microphone for the next recording.</p>
    </div>
  )
}

type LimitName = 'transcriptionsAtOnce' | 'pieceMegabytes' | 'pieceMinutes'

interface Limit {
  readonly name: LimitName
  readonly label: string
  readonly hint: string
  readonly rule: NumberRule
}

/** They apply to files prepared after the change. */
const limits: readonly Limit[] = [
  {
    name: 'transcriptionsAtOnce',
    label: 'Parallel files',
    hint: 'The chunks of each file are sent one at a time.',
    rule: { min: 1, max: 10, whole: true, description: 'a whole number from 1 to 10', required: true },
  },
  {
    name: 'pieceMegabytes',
    label: 'Max chunk size (MB)',
    hint: 'Larger files are split at silences. Most providers accept up to 25 MB.',
    rule: { min: 1, max: 2000, whole: false, description: 'a number from 1 to 2,000', required: true },
  },
  {
    name: 'pieceMinutes',
    label: 'Max chunk length (minutes)',
    hint: 'Longer files are split at silences. Providers accept up to 23 or 25 minutes, depending on the model.',
    rule: { min: 1, max: 600, whole: false, description: 'a number from 1 to 600', required: true },
  },
]

function Sending() {
  return limits.map((limit) => <LimitField key={limit.name} {...limit} />)
}

function LimitField({ name, label, hint, rule }: Limit) {
  const { data: settings } = useQuery(queries.settings.read.queryOptions())
  const value = (settings?.jobs ?? defaultJobSettings)[name]
  const standard = defaultJobSettings[name]
  const key = `transcribe/${name}`
  const typed = useDrafts(({ texts }) => texts[key])
  const { text, error: problem } = showParameter(typed, value, rule)
  const failure = useFailures((failures) => failures[name])
  const error = problem ?? failure
  return (
    <NumberInput
      label={label}
      text={text}
      value={value}
      error={error}
      hint={hint}
      unsetText={String(standard)}
      {...(value === standard && !error ? {} : { resetLabel: `Reset ${label} to ${standard}` })}
      disabled={!settings}
      onText={(next) => {
        saveInput(key, next)
        const read = readParameter(next, rule)
        if (read.error === undefined && read.value !== undefined) setJobLimit(name, read.value)
      }}
      onReset={() => {
        clearInputs(key)
        setJobLimit(name, standard)
      }}
    />
  )
}

/** Why limits could not be saved yet. */
const useFailures = create<{ readonly [Name in LimitName]?: string }>()(() => ({}))

const limitSaver = createDraftSaver<number>({
  save: async (name, value) => {
    const { jobs } = await desktop.settings.read()
    await desktop.settings.update({ jobs: { ...defaultJobSettings, ...jobs, [name]: value } })
  },
  onSaved: (_, isNewest) => {
    useFailures.setState({}, true)
    if (isNewest) void queryClient.invalidateQueries({ queryKey: queries.settings.read.key() })
  },
  onFailure: (error) => {
    const unsaved = limits.filter(({ name }) => limitSaver.readUnsaved(name) !== undefined)
    const message = `Not saved. ${describeError(error)}`
    useFailures.setState(Object.fromEntries(unsaved.map(({ name }) => [name, message])))
  },
  // Typing `2` before `25` must not split files, however long the user types.
  delayMs: 600,
  maxDelayMs: Number.POSITIVE_INFINITY,
})

addEventListener('pagehide', () => limitSaver.flush())

function setJobLimit(name: LimitName, value: number) {
  queryClient.setQueryData(queries.settings.read.queryKey(), (settings: Settings | undefined) =>
    settings ? { ...settings, jobs: { ...defaultJobSettings, ...settings.jobs, [name]: value } } : settings,
  )
  limitSaver.add(name, () => value)
}
