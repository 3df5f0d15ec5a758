// The services: a row for each, which expands to everything that can be set, and a form that adds one.
import { ChevronRight, Plus } from 'lucide-react'
import { useId } from 'react'
import { toast } from 'sonner'
import type { Settings } from '#shared/schemas/settings'
import type { ServiceProfile } from '#shared/schemas/upstream'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { Button } from '../../../components/Button'
import { joinClasses } from '../../../components/join-classes'
import { ConfirmButton } from '../../../notices/ConfirmButton'
import { changeSettingsView, toggleProfile, useSettingsView } from '../../../state/settings-view'
import { KeyForm } from '../KeyForm'
import { clearSecret, describeKey, lowerCaseFirst, useKey } from '../keys'
import { discardDraft } from '../settings-form'
import { chooseUpstream } from '../state/upstream-choice'
import { NewProfile, ProfileForm } from './ProfileForms'
import { removeProfile } from './profiles'
import { CheckBar, CheckResult } from './UpstreamCheck'
import { toHost } from './UrlField'

export function ServicesPane({ settings }: { settings: Settings }) {
  const isAdding = useSettingsView(({ openProfiles }) => openProfiles.includes('new'))
  const { services } = settings
  return (
    <div data-setting="services" className="flex flex-col gap-3">
      {services.length > 0 && (
        <ul
          aria-label="Services"
          className="flex flex-col divide-y divide-line overflow-hidden rounded-lg border border-line-strong"
        >
          {services.map((profile) => (
            <li key={profile.id}>
              <ProfileRow profile={profile} settings={settings} />
            </li>
          ))}
        </ul>
      )}
      {isAdding || services.length === 0 ? (
        <NewProfile settings={settings} />
      ) : (
        <Button className="self-start" onClick={() => toggleProfile('new', true)}>
          <Plus size={14} aria-hidden="true" />
          Add service
        </Button>
      )}
    </div>
  )
}

interface ProfileRowProps {
  readonly profile: ServiceProfile
  readonly settings: Settings
}

function ProfileRow({ profile, settings }: ProfileRowProps) {
  const { id, name, baseUrl } = profile
  const content = useId()
  const open = useSettingsView(({ openProfiles }) => openProfiles.includes(id))
  const isAdded = useSettingsView(({ addedProfile }) => addedProfile === id)
  const isUsed = settings.upstream.kind === 'service' && settings.upstream.profile === id
  const use = () =>
    chooseUpstream({ kind: 'service', profile: id }).catch((error) => toast.error(describeError(error)))
  return (
    <div className={joinClasses('flex flex-col', isUsed && 'bg-accent-wash')}>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 pr-2 pl-1">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={content}
          onClick={() => toggleProfile(id, !open)}
          className="flex min-w-40 flex-1 items-center gap-2 rounded-md px-2 py-0.5 text-left hover:bg-hover"
        >
          <ChevronRight
            size={14}
            aria-hidden="true"
            className={joinClasses('shrink-0 text-faint transition-transform', open && 'rotate-90')}
          />
          <span className="flex min-w-0 flex-col">
            <span className="truncate font-medium">{name}</span>
            {name !== toHost(baseUrl) && (
              <span className="truncate font-mono text-faint text-xs">{toHost(baseUrl)}</span>
            )}
          </span>
        </button>
        <KeyState slot={id} />
        <CheckBar upstream={id} name={name} settings={settings} />
        <Button
          size="small"
          aria-label={isUsed ? `${name} is in use` : `Use ${name}`}
          aria-disabled={isUsed}
          className={isUsed ? 'border-accent! text-accent!' : ''}
          onClick={() => void (isUsed || use())}
        >
          {isUsed ? 'In use' : 'Use'}
        </Button>
      </div>
      <div className="px-3 empty:hidden [&>*]:mb-3">
        <CheckResult upstream={id} settings={settings} />
      </div>
      <div id={content} hidden={!open}>
        {open && (
          <div className="flex flex-col gap-5 border-line border-t bg-canvas p-4">
            <KeyForm slot={id} purpose={name} label="API key" onFocused={isAdded ? clearAdded : undefined} />
            <ProfileForm profile={profile} services={settings.services} />
            <RemoveProfile profile={profile} settings={settings} />
          </div>
        )}
      </div>
    </div>
  )
}

function clearAdded() {
  changeSettingsView({ addedProfile: null })
}

function KeyState({ slot }: { slot: string }) {
  const { status } = useKey(slot)
  if (!status) return null
  const { brief, tone } = describeKey(status)
  const isMissing = !status.usable && status.state !== 'unreadable'
  return (
    <span className={`text-sm ${tone === 'warn' || isMissing ? 'text-warn' : 'text-faint'}`}>
      {isMissing ? 'No key' : tone === 'warn' ? `Key: ${lowerCaseFirst(brief)}` : 'Key set'}
    </span>
  )
}

/** Removes a service with its key, after asking. */
function RemoveProfile({ profile: { id, name }, settings }: ProfileRowProps) {
  const isUsed = settings.upstream.kind === 'service' && settings.upstream.profile === id
  const remove = async () => {
    const next = await desktop.settings.update(removeProfile(settings, id))
    await desktop.keys.clear({ slot: id })
    toggleProfile(id, false)
    discardDraft(`service ${id}`)
    clearSecret(id)
    queryClient.setQueryData(queries.settings.read.queryKey(), next)
    toast.success(isUsed ? `${name} removed. Now using the demo.` : `${name} removed`)
  }
  return (
    <ConfirmButton
      variant="danger"
      className="self-start"
      label="Remove service…"
      question={`Remove ${name}?`}
      description={
        isUsed
          ? 'Its API key is removed too. This service is in use, so Gen Playground switches to the demo.'
          : 'Its API key is removed too.'
      }
      confirmLabel="Remove service"
      onConfirm={remove}
    />
  )
}
