// Chat: the titles of new chats, and the parameters that they start with.
import type { Settings } from '#shared/schemas/settings'
import { toastUndo } from '../../api/toast-outcome'
import { Notice } from '../../components/Notice'
import { Switch } from '../../components/Switch'
import { saveChatStart, useBuiltInParameters, useChatStart } from '../../state/chat-start'
import { Section } from './FormParts'
import { ChangedRow, Setting } from './Setting'
import { useUpdateSettings } from './settings-form'

export function ChatSection({ settings }: { settings: Settings }) {
  const { update, failure } = useUpdateSettings()
  return (
    <Section id="chat" title="Chat" description="Choose what new chats start with.">
      <Setting id="titles" settings={settings}>
        <Switch
          label="Write titles with the model"
          hint="After the first response, one short request asks the same model and provider for a title. It’s billed like any other. When this is off, and with the demo or an image model, a chat is named after its prompt."
          checked={settings.chatTitles}
          onChange={(chatTitles) => update({ chatTitles })}
        />
      </Setting>
      {failure && <Notice tone="danger" title={failure} />}
      <ChatDefaults />
    </Section>
  )
}

/** They are saved in the inspector of Chat, where all parameters are. */
function ChatDefaults() {
  const saved = useChatStart((start) => start.saved)
  const { model } = useBuiltInParameters()
  const reset = () => {
    saveChatStart(null)
    toastUndo('Defaults of new chats reset', () => saveChatStart(saved))
  }
  return (
    <div data-setting="chat-defaults" className="flex flex-col gap-1.5">
      <h3 className="font-medium text-soft text-sm">Defaults of new chats</h3>
      <p>
        {saved
          ? `New chats start with your saved defaults and ${saved.model}.`
          : `New chats start with the built-in defaults and ${model}.`}
      </p>
      <p className="text-faint text-sm">
        To change them, set the parameters of a chat, then choose Save as defaults under Presets.
      </p>
      {saved && (
        <ChangedRow
          label="Defaults of new chats"
          defaultText={`the built-in parameters and ${model}`}
          onReset={reset}
        />
      )}
    </div>
  )
}
