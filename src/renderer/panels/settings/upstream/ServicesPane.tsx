// The services, and a form that adds one.
import { Plus } from 'lucide-react'
import type { Settings } from '#shared/schemas/settings'
import { Button } from '../../../components/Button'
import { clearAddedProfile, toggleProfile, useSettingsView } from '../../../state/settings-view'
import { KeyForm } from '../KeyForm'
import { NewProfile, ProfileForm } from './ProfileForms'
import { ProfileList } from './ProfileList'
import { newProfile } from './profiles'

export function ServicesPane({ settings }: { settings: Settings }) {
  const isAdding = useSettingsView(({ openProfiles }) => openProfiles.includes(newProfile.service))
  const addedProfile = useSettingsView((view) => view.addedProfile)
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
        {(profile) => (
          <>
            <KeyForm
              slot={profile.id}
              purpose={profile.name}
              label="API key"
              onFocused={addedProfile === profile.id ? clearAddedProfile : undefined}
            />
            <ProfileForm profile={profile} services={services} />
          </>
        )}
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
