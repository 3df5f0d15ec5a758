// The profiles of one kind: a row for each, which expands to everything that can be set, and the form that adds one.
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { toast } from 'sonner'
import type { Settings } from '#shared/schemas/settings'
import type { ProfileKind } from '#shared/schemas/upstream'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { Button } from '../../../components/Button'
import { joinClasses } from '../../../components/join-classes'
import { ConfirmButton } from '../../../notices/ConfirmButton'
import { announce } from '../../../state/announcement'
import { changeSettingsView, toggleProfile, useSettingsView } from '../../../state/settings-view'
import { EditorForm, type EditorFormProps } from '../FormParts'
import { clearSecret, describeKey, lowerCaseFirst, useKey } from '../keys'
import { discardDraft, saveSettings } from '../settings-form'
import { chooseUpstream, recordUpstream } from '../state/upstream-choice'
import { isUsed, newProfile, type Profile, profileNouns, removeProfile } from './profiles'
import { CheckBar, CheckResult } from './UpstreamCheck'
import { toHost } from './UrlField'

interface ProfileListProps<One extends Profile> {
  readonly kind: ProfileKind
  readonly label: string
  readonly profiles: readonly One[]
  readonly settings: Settings
  readonly needsKey: (profile: One) => boolean
  /** The settings of a profile, above the button that removes it. */
  readonly children: (profile: One) => ReactNode
}

export function ProfileList<One extends Profile>(props: ProfileListProps<One>) {
  const { kind, label, profiles, settings, needsKey, children } = props
  if (profiles.length === 0) return null
  return (
    <ul
      aria-label={label}
      className="flex flex-col divide-y divide-line overflow-hidden rounded-lg border border-line-strong"
    >
      {profiles.map((profile) => (
        <li key={profile.id}>
          <ProfileRow kind={kind} profile={profile} settings={settings} needsKey={needsKey(profile)}>
            {children(profile)}
          </ProfileRow>
        </li>
      ))}
    </ul>
  )
}

interface ProfileProps {
  readonly kind: ProfileKind
  readonly profile: Profile
  readonly settings: Settings
}

interface ProfileRowProps extends ProfileProps {
  readonly needsKey: boolean
  readonly children: ReactNode
}

function ProfileRow({ kind, profile, settings, needsKey, children }: ProfileRowProps) {
  const { id, name, baseUrl } = profile
  const content = useId()
  const open = useSettingsView(({ openProfiles }) => openProfiles.includes(id))
  const isInUse = isUsed(settings, id)
  const use = () => chooseUpstream({ kind, profile: id }).catch((error) => toast.error(describeError(error)))
  return (
    <div className={joinClasses('flex flex-col', isInUse && 'bg-accent-wash')}>
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
        <KeyState slot={id} isNeeded={needsKey} />
        <CheckBar upstream={id} name={name} settings={settings} />
        <Button
          size="small"
          aria-label={isInUse ? `${name} is in use` : `Use ${name}`}
          aria-disabled={isInUse}
          className={isInUse ? 'border-accent! text-accent!' : ''}
          onClick={() => void (isInUse || use())}
        >
          {isInUse ? 'In use' : 'Use'}
        </Button>
      </div>
      <div className="px-3 empty:hidden [&>*]:mb-3">
        <CheckResult upstream={id} settings={settings} />
      </div>
      <div id={content} hidden={!open}>
        {open && (
          <div className="flex flex-col gap-5 border-line border-t bg-canvas p-4">
            {children}
            <RemoveProfile kind={kind} profile={profile} settings={settings} />
          </div>
        )}
      </div>
    </div>
  )
}

function KeyState({ slot, isNeeded }: { slot: string; isNeeded: boolean }) {
  const { status } = useKey(slot)
  if (!status) return null
  const { brief, tone } = describeKey(status)
  const isMissing = !status.usable && status.state !== 'unreadable'
  if (isMissing && !isNeeded) return null
  return (
    <span className={`text-sm ${tone === 'warn' || isMissing ? 'text-warn' : 'text-faint'}`}>
      {isMissing ? 'No key' : tone === 'warn' ? `Key: ${lowerCaseFirst(brief)}` : 'Key set'}
    </span>
  )
}

const removedToo: Readonly<Record<ProfileKind, string>> = {
  service: 'Its API key is removed too.',
  openai: 'Its API key, default models, and types of models are removed too.',
}

/** Removes a profile with its key, after asking. */
function RemoveProfile({ kind, profile: { id, name }, settings }: ProfileProps) {
  const isInUse = isUsed(settings, id)
  const noun = profileNouns[kind]
  const remove = async () => {
    await saveSettings((now) => removeProfile(now, id))
    await desktop.keys.clear({ slot: id })
    toggleProfile(id, false)
    discardDraft(`${noun} ${id}`)
    clearSecret(id)
    toast.success(isInUse ? `${name} removed. Now using the demo.` : `${name} removed`)
  }
  return (
    <ConfirmButton
      variant="danger"
      className="self-start"
      label={`Remove ${noun}…`}
      question={`Remove ${name}?`}
      description={[
        removedToo[kind],
        ...(isInUse ? [`This ${noun} is in use, so Gen Playground switches to the demo.`] : []),
        'You can’t undo this.',
      ].join(' ')}
      confirmLabel={`Remove ${noun}`}
      onConfirm={remove}
    />
  )
}

/** Closes the form, and opens the row of the added profile if its key is entered next. */
export function showAdded(kind: ProfileKind, profile: { id: string; name: string }, needsKey: boolean) {
  const { pendingKind } = useSettingsView.getState()
  toggleProfile(newProfile[kind], false)
  if (needsKey) {
    toggleProfile(profile.id, true)
    changeSettingsView({ addedProfile: profile.id })
  }
  if (pendingKind === kind) recordUpstream({ kind, profile: profile.id })
  announce(`${profile.name} added${pendingKind === kind ? ' and selected' : ''}`)
}

interface NewProfileFormProps extends Pick<EditorFormProps, 'form' | 'note' | 'children'> {
  readonly kind: ProfileKind
  /** There are profiles of this kind, so the form can be closed. */
  readonly hasOthers: boolean
}

export function NewProfileForm({ kind, hasOthers, form, ...rest }: NewProfileFormProps) {
  const discard = () => {
    form.discard()
    // The provider in use stays selected.
    changeSettingsView({ pendingKind: null })
  }
  return (
    <EditorForm
      {...rest}
      label={`New ${profileNouns[kind]}`}
      form={{ ...form, discard }}
      submitLabel={`Add ${profileNouns[kind]}`}
      onFold={hasOthers ? () => toggleProfile(newProfile[kind], false) : undefined}
    />
  )
}

export interface FieldState {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}
