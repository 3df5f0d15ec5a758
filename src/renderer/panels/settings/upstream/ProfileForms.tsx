// Adds a service, or edits the name and base URLs of one.
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Settings } from '#shared/schemas/settings'
import type { ServiceProfile } from '#shared/schemas/upstream'
import { Button } from '../../../components/Button'
import { onEscape } from '../../../components/keyboard'
import { Notice } from '../../../components/Notice'
import { announce } from '../../../state/announcement'
import { changeSettingsView, toggleProfile, useSettingsView } from '../../../state/settings-view'
import { SaveRow, TextField } from '../FormParts'
import { useSettingsForm } from '../settings-form'
import { recordUpstream } from '../state/upstream-choice'
import { createProfileId, emptyProfile, findProfileProblems, toProfile, toProfileTexts } from './profiles'
import { UrlField } from './UrlField'

/** The first service, or one added after choosing “Custom service”, becomes the upstream in use. */
export function NewProfile({ settings }: { settings: Settings }) {
  const { services } = settings
  const isServicePending = useSettingsView((view) => view.isServicePending)
  const [id] = useState(() => createProfileId(services))
  const upstream = { kind: 'service', profile: id } as const
  const form = useSettingsForm({
    form: 'service new',
    saved: emptyProfile,
    pathOf: (field) => `services.${services.length}.${field}`,
    findProblems: (texts) => findProfileProblems(id, texts, services),
    toPatch: (texts) => ({
      services: [...services, toProfile(id, texts)],
      ...(isServicePending ? { upstream } : {}),
    }),
    onSaved: () => {
      toggleProfile('new', false)
      toggleProfile(id, true)
      changeSettingsView({ addedProfile: id })
      if (isServicePending) recordUpstream(upstream)
      const { name } = toProfile(id, form.texts)
      announce(`${name} added${isServicePending ? ' and selected' : ''}`)
    },
  })
  const first = useRef<HTMLInputElement>(null)
  const hasOthers = services.length > 0
  useEffect(() => {
    if (hasOthers) first.current?.focus()
  }, [hasOthers])
  const fold = () => toggleProfile('new', false)
  const cancel = () => {
    form.discard()
    fold()
  }
  return (
    <form
      aria-label="New service"
      className="flex flex-col gap-4 rounded-lg border border-line-strong p-4"
      onSubmit={form.submit}
      // The draft is still there when the form is opened again.
      onKeyDown={hasOthers ? onEscape(fold) : undefined}
      noValidate
    >
      <ProfileFields first={first} field={form.field} />
      {form.failure && <Notice tone="danger" title={form.failure} />}
      <div className="flex items-center gap-2">
        <Button type="submit" variant="primary" disabled={form.pending}>
          Add service
        </Button>
        {hasOthers && (
          <Button variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        )}
        <span className="text-faint text-sm">You’ll enter its API key next.</span>
      </div>
    </form>
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

interface ProfileFieldsProps {
  readonly first?: RefObject<HTMLInputElement | null>
  readonly field: (name: 'name' | 'baseUrl' | 'apiBaseUrl') => {
    readonly value: string
    readonly error: string | undefined
    readonly onChange: (text: string) => void
  }
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
