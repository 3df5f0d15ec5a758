// Chat: the titles of new chats, and the parameters that they start with.
import { useId } from 'react'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Settings } from '#shared/schemas/settings'
import { Field } from '../../components/Field'
import { formatPlural } from '../../components/format'
import { Switch } from '../../components/Switch'
import { TextArea } from '../../components/TextInput'
import { ModelNotice, useModelIssue } from '../../models/ModelNotice'
import { ModelPicker } from '../../models/ModelPicker'
import { chatKinds, useModels } from '../../models/use-models'
import {
  changeChatStart,
  saveChatStart,
  useBuiltInParameters,
  useChatStart,
} from '../../state/next-parameters'
import { toastUndo, unchanged } from '../../state/undo'
import { Section } from './FormParts'
import { ChangedRow } from './Setting'
import { TableSetting } from './TableSetting'

export function ChatSection({ settings }: { settings: Settings }) {
  return (
    <Section id="chat">
      <TableSetting id="titles" settings={settings} />
      <ChatDefaults />
    </Section>
  )
}

/** Those that most people set; the inspector of Chat has all of them. */
const shown: ReadonlySet<string> = new Set(['model', 'streaming', 'systemInstruction', 'includeThoughts'])

function ChatDefaults() {
  const heading = useId()
  const saved = useChatStart((start) => start.saved)
  const builtIn = useBuiltInParameters()
  const { groups, toModelName } = useModels()
  const { model, streaming = true, systemInstruction = '' }: ChatParameters = saved ?? builtIn
  const issue = useModelIssue(model, chatKinds)
  const others = Object.keys(saved ?? {}).filter((name) => !shown.has(name)).length
  const reset = () => {
    saveChatStart(null)
    toastUndo('Defaults of new chats reset', () => saveChatStart(saved), {
      isPossible: unchanged(() => useChatStart.getState().saved),
    })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend can't be laid out with the other headings.
    <div role="group" aria-labelledby={heading} data-setting="chat-defaults" className="flex flex-col gap-3">
      <div className="flex flex-col gap-0.5">
        <h3 id={heading} className="font-medium text-soft text-sm">
          Defaults of new chats
        </h3>
        <p className="text-faint text-sm">
          {others > 0 && `${formatPlural(others, 'other parameter is', 'other parameters are')} set, too. `}
          For all parameters, set those of a chat, then choose Save as defaults under Presets.
        </p>
      </div>
      <Field label="Model of new chats">
        {({ id }) => (
          <ModelPicker
            id={id}
            label="Model of new chats"
            kind="text"
            className="w-64"
            value={model}
            groups={groups}
            onChange={(next) => changeChatStart({ model: next })}
          />
        )}
      </Field>
      <ModelNotice issue={issue} model={model} />
      <Field label="System instruction of new chats">
        {(attributes) => (
          <TextArea
            {...attributes}
            rows={2}
            placeholder="None"
            value={systemInstruction}
            onChange={({ target }) => changeChatStart({ systemInstruction: target.value })}
          />
        )}
      </Field>
      <Switch
        label="Stream responses in new chats"
        checked={streaming}
        onChange={(next) => changeChatStart({ streaming: next })}
      />
      {saved && (
        <ChangedRow
          label="Defaults of new chats"
          defaultText={`the built-in parameters and ${toModelName(builtIn.model)}`}
          onReset={reset}
        />
      )}
    </div>
  )
}
