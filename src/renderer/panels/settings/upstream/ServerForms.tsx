// Adds an OpenAI-compatible server, or edits its software, name and base URL.
import { type RefObject, useState } from 'react'
import { serverPresets } from '#shared/models/server-presets'
import type { OpenAiProfile } from '#shared/schemas/openai-profile'
import type { Settings } from '#shared/schemas/settings'
import { readOpenAiBaseUrl } from '#shared/wire/base-url'
import { Field } from '../../../components/Field'
import { Select } from '../../../components/Select'
import { useSettingsView } from '../../../state/settings-view'
import { SaveRow, TextField } from '../FormParts'
import { useSettingsForm } from '../settings-form'
import { type FieldState, NewProfileForm, showAdded } from './ProfileForms'
import {
  choosePreset,
  createServerId,
  emptyServer,
  findServerProblems,
  needsKey,
  type ServerTexts,
  serverGroups,
  toServer,
  toServerName,
  toServerTexts,
} from './servers'
import { UrlField } from './UrlField'

/** A server that is added after choosing “OpenAI-compatible” becomes the upstream in use. */
export function NewServer({ settings: { openAiProfiles } }: { settings: Settings }) {
  const isPending = useSettingsView(({ pendingKind }) => pendingKind === 'openai')
  const [id] = useState(createServerId)
  const toProfile = (texts: ServerTexts) => toServer({ id }, texts, openAiProfiles)
  const form = useSettingsForm({
    form: 'server new',
    saved: emptyServer,
    pathOf: (field) => `openAiProfiles.${openAiProfiles.length}.${field}`,
    findProblems: (texts) => findServerProblems(id, texts, openAiProfiles),
    toPatch: (texts) => ({
      openAiProfiles: [...openAiProfiles, toProfile(texts)],
      ...(isPending ? { upstream: { kind: 'openai', profile: id } } : {}),
    }),
    onSaved: () => {
      const profile = toProfile(form.texts)
      showAdded('openai', profile, needsKey(profile))
    },
  })
  const isKeyNext = needsKey(toProfile(form.texts))
  return (
    <NewProfileForm
      kind="openai"
      hasOthers={openAiProfiles.length > 0}
      form={form}
      {...(isKeyNext ? { note: 'You’ll enter its API key next.' } : {})}
    >
      {(first) => <ServerFields first={first} form={form} />}
    </NewProfileForm>
  )
}

interface ServerFormProps {
  readonly profile: OpenAiProfile
  readonly profiles: readonly OpenAiProfile[]
}

export function ServerForm({ profile, profiles }: ServerFormProps) {
  const { id, name } = profile
  const index = profiles.findIndex((each) => each.id === id)
  const form = useSettingsForm({
    form: `server ${id}`,
    saved: toServerTexts(profile),
    pathOf: (field) => `openAiProfiles.${index}.${field}`,
    findProblems: (texts) => findServerProblems(id, texts, profiles),
    toPatch: (texts) => ({
      openAiProfiles: profiles.map((each) => (each.id === id ? toServer(each, texts, profiles) : each)),
    }),
  })
  return (
    <form aria-label={`${name} URL`} className="flex flex-col gap-4" onSubmit={form.submit} noValidate>
      <ServerFields form={form} />
      <SaveRow form={form} label="Save server" />
    </form>
  )
}

interface ServerFieldsProps {
  readonly first?: RefObject<HTMLInputElement | null>
  readonly form: {
    readonly texts: ServerTexts
    readonly field: (name: keyof ServerTexts) => FieldState
    readonly write: (name: keyof ServerTexts, text: string) => void
  }
}

function ServerFields({ first, form }: ServerFieldsProps) {
  const { texts } = form
  const change = (changes: Partial<ServerTexts>) => {
    for (const name of ['server', 'baseUrl'] as const) {
      const text = changes[name]
      if (text !== undefined) form.write(name, text)
    }
  }
  const server = toServerName(texts)
  const preset = serverPresets[server]
  return (
    <>
      <div className="flex flex-wrap gap-4 [&>*]:min-w-44 [&>*]:flex-1">
        <Field label="Server" hint="Determines which request fields are sent.">
          {({ id }) => (
            <Select
              id={id}
              label="Server"
              value={server}
              groups={serverGroups}
              onChange={(next) => change(choosePreset(texts, next))}
            />
          )}
        </Field>
        <TextField
          label="Name"
          ref={first}
          placeholder={server === 'other' ? 'Defaults to the host name' : preset.label}
          maxLength={60}
          {...form.field('name')}
        />
      </div>
      <UrlField
        {...form.field('baseUrl')}
        label="Base URL"
        hint="With /v1, or what your server has in its place."
        path="/chat/completions"
        placeholder={preset.baseUrl || 'http://127.0.0.1:8080/v1'}
        readUrl={readOpenAiBaseUrl}
      />
    </>
  )
}
