// The services: their names, URLs and keys, and a form that adds one.
import { Plus } from 'lucide-react'
import { type RefObject, useState } from 'react'
import type { Settings } from '#shared/schemas/settings'
import type { ServiceProfile } from '#shared/schemas/upstream'
import { Button } from '../../../components/Button'
import { clearAddedProfile, toggleProfile, useSettingsView } from '../../../state/settings-view'
import { SaveRow, TextField } from '../FormParts'
import { KeyForm } from '../KeyForm'
import { useHasDraft, useSettingsForm } from '../settings-form'
import { type FieldState, NewProfileForm, ProfileList, showAdded } from './ProfileList'
import {
  createProfileId,
  emptyProfile,
  findProfileProblems,
  newProfile,
  toProfile,
  toProfileTexts,
} from './profiles'
import { UrlField } from './UrlField'

export function ServicesPane({ settings }: { settings: Settings }) {
  const isAdding = useSettingsView(({ openProfiles }) => openProfiles.includes(newProfile.service))
  const { services } = settings
  return (
    <div data-setting="services" className="flex flex-col gap-3">
      <ProfileList
        kind="service"
        label="Services"
        profiles={services}
        settings={settings}
        needsKey={() => true}
      >
        {(profile) => <ServiceDetails profile={profile} services={services} />}
      </ProfileList>
      {isAdding || services.length === 0 ? (
        <NewProfile settings={settings} />
      ) : (
        <Button className="self-start" onClick={() => toggleProfile(newProfile.service, true)}>
          <Plus size={14} aria-hidden="true" />
          Add service
        </Button>
      )}
    </div>
  )
}

interface ServiceDetailsProps {
  readonly profile: ServiceProfile
  readonly services: readonly ServiceProfile[]
}

function ServiceDetails({ profile, services }: ServiceDetailsProps) {
  const { id, name } = profile
  const isAdded = useSettingsView(({ addedProfile }) => addedProfile === id)
  const { name: _, ...urls } = toProfileTexts(profile)
  const areUrlsUnsaved = useHasDraft(`service ${id}`, urls)
  return (
    <>
      <KeyForm
        slot={id}
        purpose={name}
        label="API key"
        unsaved={areUrlsUnsaved ? 'the base URLs' : undefined}
        onFocused={isAdded ? clearAddedProfile : undefined}
      />
      <ProfileForm profile={profile} services={services} />
    </>
  )
}

/** The first service, or one added after choosing “Custom service”, becomes the upstream in use. */
function NewProfile({ settings }: { settings: Settings }) {
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

function ProfileForm({ profile, services }: ProfileFormProps) {
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
