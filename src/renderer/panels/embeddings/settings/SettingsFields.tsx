// The fields of the embedding settings: model, task type, dimensions.
import type { ReactNode } from 'react'
import { type EmbeddingSettings, type TaskType, taskTypes } from '#shared/schemas/embedding-set'
import { Notice } from '../../../components/Notice'
import { Select } from '../../../components/Select'
import { ModelPicker } from '../../../models/ModelPicker'
import { useModelsOf } from '../../../models/use-models'
import { DimensionsField } from './DimensionsField'
import { taskNames } from './task-types'

interface SettingsFieldsProps {
  readonly settings: EmbeddingSettings
  readonly disabled?: boolean
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

export function SettingsFields({ settings, disabled = false, onDraft, onChange }: SettingsFieldsProps) {
  const { models, groups, isKnown } = useModelsOf('embedding')
  const { model, taskType, outputDimensionality } = settings
  const known = models.find(({ id }) => id === model)
  return (
    <div className="flex flex-col gap-4">
      <Group title="Model">
        <ModelPicker
          label="Model"
          value={model}
          groups={groups}
          disabled={disabled}
          onChange={(id) => onChange({ ...settings, model: id })}
        />
        {known && <p className="text-faint text-sm">{known.description}</p>}
        {isKnown && !known && (
          <Notice tone="warn" title="This isn’t one of your embedding models">
            Choose an embedding model. You can add your own in Settings.
          </Notice>
        )}
      </Group>
      <Group title="Task type">
        <TaskSelect
          value={taskType}
          disabled={disabled}
          onChange={(next) => onChange({ ...settings, taskType: next })}
        />
        <p className="text-faint text-sm">
          {taskType === null ? 'Not sent. The model decides.' : taskNames[taskType].description}
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
