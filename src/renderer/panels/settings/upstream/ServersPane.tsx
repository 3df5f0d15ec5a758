// The OpenAI-compatible servers: those that were found on this computer, those that are saved, and a form that adds one.

import { Plus } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { toast } from 'sonner'
import type { DetectedServer } from '#shared/desktop/models-contract'
import { serverPresets } from '#shared/models/openai-servers'
import type { Settings } from '#shared/schemas/settings'
import type { OpenAiProfile } from '#shared/schemas/upstream'
import { readOpenAiBaseUrl } from '#shared/wire/base-url'
import { describeError } from '../../../api/describe-error'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Field } from '../../../components/Field'
import { Select } from '../../../components/Select'
import { Switch } from '../../../components/Switch'
import { recheckUpstream } from '../../../connection/upstream-checks'
import {
  changeSettingsView,
  clearAddedProfile,
  openSettings,
  toggleProfile,
  useSettingsView,
} from '../../../state/settings-view'
import { SaveRow, TextField } from '../FormParts'
import { KeyForm } from '../KeyForm'
import { useHasDraft, useSettingsForm, useUpdateSettings } from '../settings-form'
import { DetectedServers } from './DetectedServers'
import { type FieldState, NewProfileForm, ProfileList, showAdded } from './ProfileList'
import { isUsed, newProfile } from './profiles'
import {
  choosePreset,
  createServerId,
  emptyServer,
  findSaved,
  findServerProblems,
  needsKey,
  type ServerTexts,
  saveDetected,
  serverGroups,
  toServer,
  toServerName,
  toServerTexts,
} from './servers'
import { UrlField } from './UrlField'

export function ServersPane({ settings }: { settings: Settings }) {
  const isAdding = useSettingsView(({ openProfiles }) => openProfiles.includes(newProfile.openai))
  const isPending = useSettingsView(({ pendingKind }) => pendingKind === 'openai')
  const { openAiProfiles } = settings
  const isFormOpen = isAdding || openAiProfiles.length === 0
  return (
    <div className="flex flex-col gap-3">
      <ProfileList
        kind="openai"
        label="Servers"
        profiles={openAiProfiles}
        settings={settings}
        needsKey={needsKey}
      >
        {(profile) => <ServerDetails profile={profile} settings={settings} />}
      </ProfileList>
      <div data-setting="detect-servers">
        <DetectedServers
          isOffered={(found) => !findSaved(found, openAiProfiles)}
          actionLabel="Add"
          onChoose={(found) => toastOutcome(addDetected(found, isPending))}
        >
          {!isFormOpen && (
            <Button data-setting="servers" onClick={() => toggleProfile(newProfile.openai, true)}>
              <Plus size={14} aria-hidden="true" />
              Add server
            </Button>
          )}
        </DetectedServers>
      </div>
      {isFormOpen && (
        <div data-setting="servers">
          <NewServer settings={settings} />
        </div>
      )}
    </div>
  )
}

/** If it needs a key, that is entered next. */
async function addDetected(found: DetectedServer, isSelected: boolean): Promise<string | undefined> {
  const id = await saveDetected(found, isSelected)
  if (!found.needsKey) return isSelected ? 'Server added. It’s now in use.' : 'Server added'
  toggleProfile(id, true)
  changeSettingsView({ addedProfile: id })
  return undefined
}

function ServerDetails({ profile, settings }: { profile: OpenAiProfile; settings: Settings }) {
  const { id, name, baseUrl, countsTokens } = profile
  const { openAiProfiles } = settings
  const isAdded = useSettingsView(({ addedProfile }) => addedProfile === id)
  const isUrlUnsaved = useHasDraft(`server ${id}`, { baseUrl })
  const { update } = useUpdateSettings()
  const changeCounting = (isOn: boolean) =>
    update(
      {
        openAiProfiles: openAiProfiles.map((each) =>
          each.id === id ? { ...each, countsTokens: isOn } : each,
        ),
      },
      { onError: (error) => toast.error(describeError(error)) },
    )
  return (
    <>
      <KeyForm
        slot={id}
        purpose={name}
        label="API key"
        hint={needsKey(profile) ? '' : 'Leave empty if the server needs none.'}
        unsaved={isUrlUnsaved ? 'the base URL' : undefined}
        onFocused={isAdded ? clearAddedProfile : undefined}
        onSaved={() => void recheckUpstream(id, settings)}
      />
      <ServerForm profile={profile} profiles={openAiProfiles} />
      <Switch
        label="Count tokens with a request"
        hint="These servers count tokens only when they respond. When this is on, each count generates one token, which online services bill."
        checked={countsTokens}
        onChange={changeCounting}
      />
      {isUsed(settings, id) && (
        <p className="flex flex-wrap items-center justify-between gap-2 text-soft text-sm">
          Settings &gt; Models has the types of its models, and what gen-2.5-pro and other names mean.
          <Button size="small" onClick={() => openSettings('models')}>
            Open Models
          </Button>
        </p>
      )}
    </>
  )
}

/** A server that is added after choosing “OpenAI-compatible” becomes the upstream in use. */
function NewServer({ settings: { openAiProfiles } }: { settings: Settings }) {
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

function ServerForm({ profile, profiles }: { profile: OpenAiProfile; profiles: readonly OpenAiProfile[] }) {
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
