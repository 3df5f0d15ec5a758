// What can be set for the next prompt of this conversation.
import { useEffect, useState } from 'react'
import { Field } from '../../kit/Field'
import { Select } from '../../kit/Select'
import { Switch } from '../../kit/Switch'
import { TextArea } from '../../kit/TextArea'
import { TextInput } from '../../kit/TextInput'
import { toDraftKey } from '../../session/drafts'
import { useNavigation } from '../../session/navigation'
import { readTemperature, readTokenLimit, type TypedParameter } from './read-parameter'
import { useConversationParameters } from './use-conversation-parameters'
import { useModels } from './use-models'

export function ChatInspector() {
  const key = toDraftKey(useNavigation((navigation) => navigation.conversationId))
  const [parameters, change] = useConversationParameters()
  const { models, groups } = useModels()
  const model = models.find(({ id }) => id === parameters.model)
  return (
    <div className="flex flex-col gap-5 p-4">
      <Field label="Model" hint={model?.description}>
        {(attributes) => (
          <Select
            id={attributes.id}
            label="Model of the next prompt"
            value={parameters.model}
            groups={groups}
            onChange={(id) => change({ model: id })}
          />
        )}
      </Field>
      <Field label="System instruction" hint="Sent before the conversation, with every prompt.">
        {(attributes) => (
          <TextArea
            {...attributes}
            rows={3}
            placeholder="None"
            value={parameters.systemInstruction ?? ''}
            onChange={(event) => change({ systemInstruction: event.target.value || undefined })}
          />
        )}
      </Field>
      <NumberField
        key={`${key} temperature`}
        label="Temperature"
        hint="0 is steady, 2 is wild."
        value={parameters.temperature}
        read={readTemperature}
        onChange={(temperature) => change({ temperature })}
      />
      <NumberField
        key={`${key} limit`}
        label="Max output tokens"
        hint="Thoughts count as well."
        value={parameters.maxOutputTokens}
        read={readTokenLimit}
        onChange={(maxOutputTokens) => change({ maxOutputTokens })}
      />
      <Switch
        label="Show thinking"
        hint={
          model && !model.thinks
            ? 'This model does not think aloud.'
            : 'Asks for thoughts; they are folded above the answer.'
        }
        checked={parameters.includeThoughts ?? false}
        disabled={model ? !model.thinks : false}
        onChange={(on) => change({ includeThoughts: on || undefined })}
      />
    </div>
  )
}

interface NumberFieldProps {
  readonly label: string
  readonly hint: string
  readonly value: number | undefined
  readonly read: (text: string) => TypedParameter
  readonly onChange: (value: number | undefined) => void
}

/** What cannot be read is told and not taken. */
function NumberField({ label, hint, value, read, onChange }: NumberFieldProps) {
  const [text, setText] = useState(value?.toString() ?? '')
  const typed = read(text)
  // Set from elsewhere, the field follows; while it is typed into, it stays as typed.
  useEffect(() => {
    setText((shown) => {
      const now = read(shown)
      return now.error === undefined && now.value !== value ? (value?.toString() ?? '') : shown
    })
  }, [value, read])
  return (
    <Field label={label} hint={hint} error={typed.error}>
      {(attributes) => (
        <TextInput
          {...attributes}
          inputMode="decimal"
          placeholder="Model’s default"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            const next = read(event.target.value)
            if (next.error === undefined) onChange(next.value)
          }}
        />
      )}
    </Field>
  )
}
