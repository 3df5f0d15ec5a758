// A service's name and addresses.
import { useEffect, useRef } from 'react'
import { Field } from '../../../components/Field'
import { TextInput } from '../../../components/TextInput'
import { AddressField } from './AddressField'
import type { ProfileTexts } from './profile-changes'
import type { ProfileErrors } from './use-profile-form'

interface ProfileFieldsProps {
  /** The first field takes the focus when it appears. */
  readonly isAsked?: boolean
  readonly texts: ProfileTexts
  readonly errors: ProfileErrors
  readonly onChange: (field: 'name' | 'baseUrl' | 'apiBaseUrl', text: string) => void
}

export function ProfileFields({ isAsked = false, texts, errors, onChange }: ProfileFieldsProps) {
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isAsked) first.current?.focus()
  }, [isAsked])
  return (
    <>
      <Field label="Name" error={errors.name}>
        {(attributes) => (
          <TextInput
            {...attributes}
            ref={first}
            placeholder="The host’s name"
            maxLength={60}
            value={texts.name}
            onChange={(event) => onChange('name', event.target.value)}
          />
        )}
      </Field>
      <AddressField
        label="Base URL"
        hint="The root of its endpoints for content, images, video and embeddings."
        path="/v1beta/…"
        value={texts.baseUrl}
        error={errors.baseUrl}
        onChange={(text) => onChange('baseUrl', text)}
      />
      <AddressField
        label="Transcription base URL"
        hint="Leave it blank where it is the same."
        path="/v1/audio/transcriptions"
        value={texts.apiBaseUrl}
        error={errors.apiBaseUrl}
        onChange={(text) => onChange('apiBaseUrl', text)}
      />
    </>
  )
}
