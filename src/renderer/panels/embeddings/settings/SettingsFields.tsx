// The fields of the embedding settings: model, task type, dimensions.
import type { ReactNode } from 'react'
import { type EmbeddingSettings, type TaskType, taskTypes } from '#shared/schemas/embedding-set'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { Select } from '../../../components/Select'
import { ModelNotice, useModelIssue } from '../../../models/ModelNotice'
import { ModelPicker } from '../../../models/ModelPicker'
import { useServer } from '../../../models/model-list'
import { useServedModel } from '../../../models/served-model'
import { useModelsOf } from '../../../models/use-models'
import { DimensionsField } from './DimensionsField'
import { taskNames } from './task-types'

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
