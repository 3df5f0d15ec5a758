// The form that adds a profile, and the forms of services: their names and base URLs.
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { Settings } from '#shared/schemas/settings'
import type { ProfileKind, ServiceProfile } from '#shared/schemas/upstream'
import { Button } from '../../../components/Button'
import { onEscape } from '../../../components/keyboard'
import { Notice } from '../../../components/Notice'
import { announce } from '../../../state/announcement'
import { changeSettingsView, toggleProfile, useSettingsView } from '../../../state/settings-view'
import { SaveRow, TextField } from '../FormParts'
import { useSettingsForm } from '../settings-form'
import { recordUpstream } from '../state/upstream-choice'
import {
  createProfileId,
  emptyProfile,
  findProfileProblems,
  newProfile,
  profileNouns,
  toProfile,
  toProfileTexts,
} from './profiles'
import { UrlField } from './UrlField'

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

interface NewProfileFormProps {
  readonly kind: ProfileKind
  /** There are profiles of this kind, so the form can be closed. */
  readonly hasOthers: boolean
  readonly form: {
    readonly pending: boolean
    readonly failure: string | undefined
    readonly submit: (event: FormEvent) => void
    readonly discard: () => void
  }
  /** The next step, beside the button. */
  readonly note?: string
  /** The field gets the focus if there are other profiles. */
  readonly children: (first: RefObject<HTMLInputElement | null>) => ReactNode
}

export function NewProfileForm({ kind, hasOthers, form, note, children }: NewProfileFormProps) {
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (hasOthers) first.current?.focus()
  }, [hasOthers])
  const fold = () => toggleProfile(newProfile[kind], false)
  const cancel = () => {
    form.discard()
    fold()
    // The provider in use stays selected.
    changeSettingsView({ pendingKind: null })
  }
  return (
    <form
      aria-label={`New ${profileNouns[kind]}`}
      className="flex flex-col gap-4 rounded-lg border border-line-strong p-4"
      onSubmit={form.submit}
      // The draft is still there when the form is opened again.
      onKeyDown={hasOthers ? onEscape(fold) : undefined}
      noValidate
    >
      {children(first)}
      {form.failure && <Notice tone="danger" title={form.failure} />}
      <div className="flex items-center gap-2">
        <Button type="submit" variant="primary" disabled={form.pending}>
          Add {profileNouns[kind]}
        </Button>
        {hasOthers && (
          <Button variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        )}
        {note && <span className="text-faint text-sm">{note}</span>}
      </div>
    </form>
  )
}

/** The first service, or one added after choosing “Custom service”, becomes the upstream in use. */
export function NewProfile({ settings }: { settings: Settings }) {
  const { services } = settings
  const isPending = useSettingsView(({ pendingKind }) => pendingKind === 'service')
  const [id] = useState(() => createProfileId(services))
  const form = useSettingsForm({
    form: 'service new',
    saved: emptyProfile,
    pathOf: (field) => `services.${services.length}.${field}`,
    findProblems: (texts) => findProfileProblems(id, texts, services),
    toPatch: (texts) => ({
      services: [...services, toProfile(id, texts)],
      ...(isPending ? { upstream: { kind: 'service', profile: id } } : {}),
    }),
    onSaved: () => showAdded('service', toProfile(id, form.texts), true),
  })
  return (
    <NewProfileForm
      kind="service"
      hasOthers={services.length > 0}
      form={form}
      note="You’ll enter its API key next."
    >
      {(first) => <ProfileFields first={first} field={form.field} />}
    </NewProfileForm>
  )
}

interface ProfileFormProps {
  readonly profile: ServiceProfile
  readonly services: readonly ServiceProfile[]
}

export function ProfileForm({ profile, services }: ProfileFormProps) {
  const { id, name } = profile
  const index = services.findIndex((each) => each.id === id)
  const form = useSettingsForm({
    form: `service ${id}`,
    saved: toProfileTexts(profile),
    pathOf: (field) => `services.${index}.${field}`,
    findProblems: (texts) => findProfileProblems(id, texts, services),
    toPatch: (texts) => ({
      services: services.map((each) => (each.id === id ? toProfile(id, texts) : each)),
    }),
  })
  return (
    <form aria-label={`${name} URLs`} className="flex flex-col gap-4" onSubmit={form.submit} noValidate>
      <ProfileFields field={form.field} />
      <SaveRow form={form} label="Save service" />
    </form>
  )
}

export interface FieldState {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}

interface ProfileFieldsProps {
  readonly first?: RefObject<HTMLInputElement | null>
  readonly field: (name: 'name' | 'baseUrl' | 'apiBaseUrl') => FieldState
}

function ProfileFields({ first, field }: ProfileFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        ref={first}
        placeholder="Defaults to the host name"
        maxLength={60}
        {...field('name')}
      />
      <UrlField
        label="Base URL"
        hint="Root URL for text, images, video, and embeddings."
        path="/v1beta/…"
        {...field('baseUrl')}
      />
      <UrlField
        label="Transcription base URL"
        hint="Leave empty to use the base URL."
        path="/v1/audio/transcriptions"
        {...field('apiBaseUrl')}
      />
    </>
  )
}
