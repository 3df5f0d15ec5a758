// The OpenAI-compatible servers: those that were found on this computer, those that are saved, and a form that adds one.
import { Plus } from 'lucide-react'
import { toast } from 'sonner'
import type { DetectedServer } from '#shared/desktop/models-contract'
import type { OpenAiProfile } from '#shared/schemas/openai-profile'
import type { Settings } from '#shared/schemas/settings'
import { describeError } from '../../../api/describe-error'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Switch } from '../../../components/Switch'
import { recheckUpstream } from '../../../connection/upstream-checks'
import {
  changeSettingsView,
  clearAddedProfile,
  openSettings,
  toggleProfile,
  useSettingsView,
} from '../../../state/settings-view'
import { KeyForm } from '../KeyForm'
import { useHasDraft, useUpdateSettings } from '../settings-form'
import { DetectedServers } from './DetectedServers'
import { ProfileList } from './ProfileList'
import { isUsed, newProfile } from './profiles'
import { NewServer, ServerForm } from './ServerForms'
import { findSaved, needsKey, saveDetected } from './servers'

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

interface ServerDetailsProps {
  readonly profile: OpenAiProfile
  readonly settings: Settings
}

function ServerDetails({ profile, settings }: ServerDetailsProps) {
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
