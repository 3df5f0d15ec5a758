// The fields of the embedding settings: model, task type, dimensions.
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { type EmbeddingSettings, type TaskType, taskTypes } from '#shared/schemas/embedding-set'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { type NumberRule, readParameter } from '../../../components/read-parameter'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { Select } from '../../../components/Select'
import { TextInput } from '../../../components/TextInput'
import { ModelNotice, useModelIssue } from '../../../models/ModelNotice'
import { ModelPicker } from '../../../models/ModelPicker'
import { useServer } from '../../../models/model-list'
import { useServedModel } from '../../../models/served-model'
import { useModelsOf } from '../../../models/use-models'
import { taskNames } from '../describe-set'

interface SettingsFieldsProps {
  readonly settings: EmbeddingSettings
  readonly disabled?: boolean
  /** They are those of the next set. */
  readonly isNext?: boolean
  /** For a draft with a confirming button: reports whether it is invalid. */
  readonly onDraft?: (isInvalid: boolean) => void
  readonly onChange: (settings: EmbeddingSettings) => void
}

const noTask = 'none'

const taskGroups = [
  {
    label: '',
    options: [
      ...taskTypes.map((value) => ({
        value,
        label: taskNames[value].name,
        description: taskNames[value].description,
      })),
      { value: noTask, label: 'None', description: 'Not sent. The model decides.' },
    ],
  },
]

const embeddingKinds = ['embedding'] as const

export function SettingsFields(props: SettingsFieldsProps) {
  const { settings, disabled = false, isNext = false, onDraft, onChange } = props
  const { models, groups } = useModelsOf('embedding')
  const { model: selected, taskType, outputDimensionality } = settings
  const server = useServer()
  const issue = useModelIssue(selected, embeddingKinds)
  const served = useServedModel(selected, 'embedding')
  // A set keeps its model until the user changes it, because all of its vectors would have to be requested again.
  const model = isNext ? served : selected
  const known = models.find(({ id }) => id === model)
  return (
    <div className="flex flex-col gap-4">
      <Group title="Model">
        <ModelPicker
          label="Model"
          kind="embedding"
          value={model}
          groups={groups}
          disabled={disabled}
          onChange={(id) => onChange({ ...settings, model: id })}
        />
        {known?.description && <p className="text-faint text-sm">{known.description}</p>}
        {issue?.type === 'replaced' && !isNext ? (
          <Notice tone="warn" title={issue.title}>
            <p>This set can’t be run until it has another model.</p>
            <Button
              size="small"
              className="mt-1.5"
              disabled={disabled}
              onClick={() => onChange({ ...settings, model: served })}
            >
              Use {served}
            </Button>
          </Notice>
        ) : (
          <ModelNotice issue={issue} model={selected} />
        )}
      </Group>
      <Group title="Task type">
        <TaskSelect
          value={taskType}
          disabled={disabled}
          onChange={(next) => onChange({ ...settings, taskType: next })}
        />
        <p className="text-faint text-sm">
          {server && taskType !== null
            ? `${server.name} has no task types, so this has no effect.`
            : taskType === null
              ? 'Not sent. The model decides.'
              : taskNames[taskType].description}
        </p>
      </Group>
      <Group title="Dimensions">
        <DimensionsField
          dimensions={outputDimensionality}
          disabled={disabled}
          onDraft={onDraft}
          onChange={(dimensions) => onChange({ ...settings, outputDimensionality: dimensions })}
        />
      </Group>
    </div>
  )
}

interface TaskSelectProps {
  readonly value: TaskType | null
  readonly disabled?: boolean
  readonly className?: string
  readonly onChange: (taskType: TaskType | null) => void
}

export function TaskSelect({ value, onChange, ...props }: TaskSelectProps) {
  return (
    <Select
      label="Task type"
      value={value ?? noTask}
      groups={taskGroups}
      onChange={(id) => onChange(taskTypes.find((each) => each === id) ?? null)}
      {...props}
    />
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span aria-hidden="true" className="font-medium text-soft text-sm">
        {title}
      </span>
      {children}
    </div>
  )
}

interface DimensionsFieldProps {
  readonly dimensions: number | null
  readonly disabled: boolean
  /** For a draft with a confirming button: every keystroke takes effect, and invalid input is reported. */
  readonly onDraft?: ((isInvalid: boolean) => void) | undefined
  readonly onChange: (dimensions: number | null) => void
}

function DimensionsField({ dimensions, disabled, onDraft, onChange }: DimensionsFieldProps) {
  const hasServer = useServer() !== null
  const [choice, setChoice] = useState(() => toDimensionsChoice(dimensions))
  const [text, setText] = useState(dimensions?.toString() ?? '')
  const [known, setKnown] = useState(dimensions)
  const parsed = readDimensions(text)
  if (known !== dimensions) {
    setKnown(dimensions)
    // Changed elsewhere, such as by reverting the settings.
    if (parsed.error === undefined && parsed.value !== dimensions) {
      setText(dimensions?.toString() ?? '')
      setChoice(toDimensionsChoice(dimensions))
    }
  }
  const choose = (next: DimensionsChoice) => {
    setChoice(next)
    if (next === 'other') return
    setText(next)
    onDraft?.(false)
    if (Number(next) !== dimensions) onChange(Number(next))
  }
  const commit = () => {
    if (parsed.error === undefined && parsed.value !== dimensions) onChange(parsed.value)
  }
  const type = (next: string) => {
    setText(next)
    if (!onDraft) return
    const typed = readDimensions(next)
    onDraft(typed.error !== undefined)
    if (typed.error === undefined && typed.value !== dimensions) onChange(typed.value)
  }
  const pressKey = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key === 'Enter' && !nativeEvent.isComposing) commit()
  }
  return (
    <>
      <SegmentedControl
        label="Dimensions"
        value={choice}
        options={dimensionOptions}
        disabled={disabled}
        onChange={choose}
      />
      {choice === 'other' && (
        <TextInput
          aria-label="Number of dimensions"
          inputMode="numeric"
          placeholder="Model default"
          value={text}
          disabled={disabled}
          aria-invalid={parsed.error ? true : undefined}
          onChange={(event) => type(event.target.value)}
          onBlur={commit}
          onKeyDown={pressKey}
        />
      )}
      {choice === 'other' && parsed.error ? (
        <p role="alert" className="text-danger text-sm first-letter:uppercase">
          {parsed.error}
        </p>
      ) : (
        <p className="text-faint text-sm">
          {isShort(dimensions)
            ? 'Truncated vectors are smaller and may not have unit length. Normalize them before comparing.'
            : hasServer
              ? 'The model’s full output.'
              : 'The model’s full output, with unit length.'}
        </p>
      )}
    </>
  )
}

const presets = ['3072', '1536', '768'] as const
type DimensionsChoice = (typeof presets)[number] | 'other'

const dimensionOptions = [
  ...presets.map((value) => ({ value, name: value })),
  { value: 'other', name: 'Custom' },
] as const satisfies readonly { value: DimensionsChoice; name: string }[]

const rule: NumberRule = { min: 1, max: 8192, whole: true, description: 'a whole number from 1 to 8192' }

function toDimensionsChoice(dimensions: number | null): DimensionsChoice {
  return presets.find((preset) => Number(preset) === dimensions) ?? 'other'
}

/** Returns null for a blank text: the model's default. */
export function readDimensions(
  text: string,
): { readonly value: number | null; readonly error?: undefined } | { readonly error: string } {
  const parsed = readParameter(text, rule)
  return parsed.error === undefined ? { value: parsed.value ?? null } : { error: parsed.error }
}

/** Shorter vectors are truncated, so they do not have unit length (wire §6). */
function isShort(dimensions: number | null): boolean {
  return dimensions !== null && dimensions < 3072
}
