// Which model hears the next files.
import { Notice } from '../../../components/Notice'
import { Select } from '../../../components/Select'
import { useModelsOf } from '../../../state/use-models-of'
import { changeTranscriptionForm, transcriptionForm } from '../state/transcription-form'

export function ModelPicker() {
  const chosen = transcriptionForm.useForm(({ form }) => form.model)
  const { models, groups, isKnown } = useModelsOf('transcription')
  const model = models.find(({ id }) => id === chosen)
  return (
    <div className="flex flex-col gap-1.5">
      <Select
        label="Model of the next files"
        value={chosen}
        groups={groups}
        onChange={(id) => changeTranscriptionForm({ model: id })}
      />
      {model && <p className="text-faint text-sm">{model.description}</p>}
      {isKnown && !model && (
        <Notice tone="warn" title="This is no transcription model of your list">
          Choose one that transcribes; models of your own are added in Settings.
        </Notice>
      )}
    </div>
  )
}
