// Adds a service; the first one, or one that was asked for, answers from then on.
import { type FormEvent, useState } from 'react'
import type { Settings } from '#shared/schemas/settings'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { onEscape } from '../../../components/on-escape'
import { announce } from '../../../state/announcement'
import { changeSettingsView, toggleProfile, useSettingsView } from '../../../state/settings-view'
import { noteChoice } from '../state/choose-upstream'
import { useUpdateSettings } from '../use-update-settings'
import { ProfileFields } from './ProfileFields'
import { createProfileId, emptyProfile } from './profile-changes'
import { useProfileForm } from './use-profile-form'

export function NewProfile({ settings }: { settings: Settings }) {
  const { services } = settings
  const wantsService = useSettingsView((view) => view.wantsService)
  const [id] = useState(() => createProfileId(services))
  const form = useProfileForm('service new', emptyProfile, services)
  const at = `services.${services.length}`
  const { update, reset, pending, errors, failure } = useUpdateSettings([at])
  const add = (event: FormEvent) => {
    event.preventDefault()
    const profile = form.read(id)
    if (!profile) return
    const upstream = { kind: 'service', profile: id } as const
    update(
      { services: [...services, profile], ...(wantsService ? { upstream } : {}) },
      {
        onSuccess: () => {
          form.discard()
          toggleProfile('new', false)
          toggleProfile(id, true)
          changeSettingsView({ addedProfile: id })
          if (wantsService) noteChoice(upstream)
          announce(`${profile.name} was added.${wantsService ? ' It answers from now on.' : ''}`)
        },
      },
    )
  }
  const fold = () => toggleProfile('new', false)
  const cancel = () => {
    form.discard()
    fold()
  }
  const problems = form.problems(id)
  return (
    <form
      aria-label="New service"
      className="flex flex-col gap-4 rounded-lg border border-line-strong p-4"
      onSubmit={add}
      // What was typed is still there when it is opened again.
      onKeyDown={services.length > 0 ? onEscape(fold) : undefined}
      noValidate
    >
      <ProfileFields
        isAsked={services.length > 0}
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
      <div className="flex items-center gap-2">
        <Button type="submit" look="primary" disabled={pending}>
          Add service
        </Button>
        {services.length > 0 && (
          <Button look="quiet" onClick={cancel}>
            Cancel
          </Button>
        )}
        <span className="text-faint text-sm">Its key is entered next.</span>
      </div>
    </form>
  )
}
