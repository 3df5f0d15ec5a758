// The models that one prompt is sent to, each with its own parameters.
import { Plus, SlidersHorizontal, X } from 'lucide-react'
import { memo } from 'react'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import { ModelPicker } from '../../../models/ModelPicker'
import { useServedModel } from '../../../models/served-model'
import { useModels } from '../../../models/use-models'
import { toDraftKey } from '../../../state/drafts'
import { focusPromptIfLost } from '../../../state/focus-requests'
import { setInspectorOpen, useNavigation } from '../../../state/navigation'
import { selectColumn, shiftColumnChoice } from '../inspector/use-edited-parameters'
import {
  addColumn,
  changeColumn,
  maxColumns,
  minColumns,
  removeColumn,
  setColumns,
  useOpenPrompt,
} from './open-prompt'

/** Renders nothing if no models are compared. */
export const ColumnPickers = memo(function ColumnPickers() {
  const key = useNavigation(({ conversationId }) => toDraftKey(conversationId))
  const { own, columns } = useOpenPrompt()
  const { models } = useModels()
  if (!columns) return null
  return (
    <fieldset
      aria-label="Models to compare"
      className="flex min-w-0 flex-wrap items-center gap-1.5 border-line border-b p-2"
    >
      {columns.map((column, at) => (
        // Two columns may have the same model: only the index distinguishes them.
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its index.
        <div key={at} className="flex min-w-0 items-center rounded-md border border-line bg-sunken">
          <ColumnModel
            label={`Model ${at + 1}`}
            selected={column.model}
            onChange={(model) => setColumns(changeColumn(columns, at, { model }))}
          />
          <IconButton
            size="small"
            label={`Parameters for model ${at + 1}`}
            icon={SlidersHorizontal}
            onClick={() => {
              selectColumn(key, at)
              setInspectorOpen(true)
            }}
          />
          {columns.length > minColumns && (
            <IconButton
              size="small"
              label={`Remove model ${at + 1}`}
              icon={X}
              onClick={() => {
                shiftColumnChoice(key, at)
                setColumnsWithFocus(removeColumn(columns, at))
              }}
            />
          )}
        </div>
      ))}
      {columns.length < maxColumns && (
        <Button
          variant="quiet"
          size="small"
          onClick={() => setColumnsWithFocus(addColumn(columns, own, models))}
        >
          <Plus size={14} aria-hidden="true" />
          Add model
        </Button>
      )}
      <IconButton
        size="small"
        label="Stop comparing"
        icon={X}
        className="ml-auto"
        onClick={() => setColumnsWithFocus(null)}
      />
    </fieldset>
  )
})

function setColumnsWithFocus(next: Parameters<typeof setColumns>[0]) {
  setColumns(next)
  focusPromptIfLost()
}

interface ColumnModelProps {
  readonly label: string
  readonly selected: string
  readonly onChange: (model: string) => void
}

/** Shows the model that the column is sent to, which is another one if the provider can't have the selected one. */
function ColumnModel({ label, selected, onChange }: ColumnModelProps) {
  const { groups } = useModels()
  return (
    <ModelPicker
      label={label}
      kind="text"
      value={useServedModel(selected, 'text')}
      groups={groups}
      onChange={onChange}
      className="h-7 max-w-44 border-transparent bg-transparent px-2"
    />
  )
}
