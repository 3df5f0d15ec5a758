// The services, and a form that adds one.
import { Plus } from 'lucide-react'
import type { Settings } from '#shared/schemas/settings'
import type { ServiceProfile } from '#shared/schemas/upstream'
import { Button } from '../../../components/Button'
import { clearAddedProfile, toggleProfile, useSettingsView } from '../../../state/settings-view'
import { KeyForm } from '../KeyForm'
import { useHasDraft } from '../settings-form'
import { NewProfile, ProfileForm } from './ProfileForms'
import { ProfileList } from './ProfileList'
import { newProfile, toProfileTexts } from './profiles'

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
