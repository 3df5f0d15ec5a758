// The services that are kept, and a place to add one.
import { Plus } from 'lucide-react'
import type { Settings } from '#shared/schemas/settings'
import { Button } from '../../../components/Button'
import { toggleProfile, useSettingsView } from '../../../state/settings-view'
import { NewProfile } from './NewProfile'
import { ProfileRow } from './ProfileRow'

export function ServicesPane({ settings }: { settings: Settings }) {
  const isAdding = useSettingsView(({ openProfiles }) => openProfiles.includes('new'))
  const { services } = settings
  return (
    <div className="flex flex-col gap-3">
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
          Add a service
        </Button>
      )}
    </div>
  )
}
