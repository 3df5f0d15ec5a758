// Renames a service and changes its addresses.
import type { FormEvent } from 'react'
import type { ServiceProfile } from '#shared/schemas/upstream'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { SavedMark } from '../../../components/SavedMark'
import { useUpdateSettings } from '../use-update-settings'
import { ProfileFields } from './ProfileFields'
import { replaceProfile, toTexts } from './profile-changes'
import { useProfileForm } from './use-profile-form'

interface ProfileFormProps {
  readonly profile: ServiceProfile
  readonly services: readonly ServiceProfile[]
}

export function ProfileForm({ profile, services }: ProfileFormProps) {
  const { id, name } = profile
  const form = useProfileForm(`service ${id}`, toTexts(profile), services)
  const at = `services.${services.findIndex((each) => each.id === id)}`
  const { update, reset, pending, saved, errors, failure } = useUpdateSettings([at])
  const save = (event: FormEvent) => {
    event.preventDefault()
    const next = form.read(id)
    if (next) update(replaceProfile(services, next), { onSuccess: form.discard })
  }
  const problems = form.problems(id)
  return (
    <form aria-label={`Addresses of ${name}`} className="flex flex-col gap-4" onSubmit={save} noValidate>
      <ProfileFields
        texts={form.texts}
        errors={{
          name: problems.name ?? errors[`${at}.name`],
          baseUrl: problems.baseUrl ?? errors[`${at}.baseUrl`],
          apiBaseUrl: problems.apiBaseUrl ?? errors[`${at}.apiBaseUrl`],
        }}
        onChange={(field, text) => {
          form.write(field, text)
          reset()
        }}
      />
      {failure && <Notice tone="danger" title={failure} />}
      <div className="flex items-center gap-3">
        <Button type="submit" disabled={pending || !form.isChanged}>
          Save service
        </Button>
        <SavedMark saved={saved && !form.isChanged} />
      </div>
    </form>
  )
}
