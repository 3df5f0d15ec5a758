// The service's addresses.
import { type FormEvent, useState } from 'react'
import type { Settings } from '#shared/schemas/settings'
import { Button } from '../../kit/Button'
import { Field } from '../../kit/Field'
import { Notice } from '../../kit/Notice'
import { SavedMark } from '../../kit/SavedMark'
import { TextInput } from '../../kit/TextInput'
import { useUpdateSettings } from './use-update-settings'

const paths = ['upstream.baseUrl', 'upstream.apiBaseUrl']

export function ServiceForm({ settings }: { settings: Settings }) {
  const [baseUrl, setBaseUrl] = useState(settings.service.baseUrl)
  const [apiBaseUrl, setApiBaseUrl] = useState(settings.service.apiBaseUrl)
  const { update, reset, pending, errors, failure } = useUpdateSettings(paths)
  const isKept =
    settings.upstream.kind === 'service' &&
    settings.service.baseUrl === baseUrl.trim() &&
    settings.service.apiBaseUrl === apiBaseUrl.trim()

  const save = (event: FormEvent) => {
    event.preventDefault()
    const service = { baseUrl: baseUrl.trim(), apiBaseUrl: apiBaseUrl.trim() }
    const optional = service.apiBaseUrl ? { apiBaseUrl: service.apiBaseUrl } : {}
    update({ service, upstream: { kind: 'service', baseUrl: service.baseUrl, ...optional } })
  }
  const write = (set: (text: string) => void) => (text: string) => {
    set(text)
    reset()
  }
  return (
    <form aria-label="Service addresses" className="flex flex-col gap-4" onSubmit={save} noValidate>
      <AddressField
        label="Base URL"
        hint="The root of the content, image, video and embedding endpoints."
        value={baseUrl}
        error={errors['upstream.baseUrl']}
        onChange={write(setBaseUrl)}
      />
      <AddressField
        label="Transcription base URL"
        hint="Leave it blank where it is the same."
        value={apiBaseUrl}
        error={errors['upstream.apiBaseUrl']}
        onChange={write(setApiBaseUrl)}
      />
      {failure && <Notice tone="danger" title={failure} />}
      <div className="flex items-center gap-3">
        <Button type="submit" look="primary" disabled={pending || isKept}>
          Save addresses
        </Button>
        <SavedMark saved={isKept} />
      </div>
    </form>
  )
}

interface AddressFieldProps {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}

function AddressField({ label, hint, value, error, onChange }: AddressFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <TextInput
          {...attributes}
          inputMode="url"
          placeholder="https://models.example.com"
          className="font-mono text-sm"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
