// The local gateway: its address and port, its key, how scripts reach it, and which web pages may.
import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import type { Settings } from '#shared/schemas/settings'
import { Button } from '../../../kit/Button'
import { CopyButton } from '../../../kit/CopyButton'
import { Field } from '../../../kit/Field'
import { IconButton } from '../../../kit/IconButton'
import { Notice } from '../../../kit/Notice'
import { SavedMark } from '../../../kit/SavedMark'
import { Section } from '../../../kit/Section'
import { TextInput } from '../../../kit/TextInput'
import { useFormDraft } from '../use-form-draft'
import { useUpdateSettings } from '../use-update-settings'
import { AllowedOrigins } from './AllowedOrigins'
import { EnvironmentLines } from './EnvironmentLines'
import { LimitsForm } from './LimitsForm'
import { RotateKey } from './RotateKey'
import { useLocalKey } from './use-local-key'

interface GatewaySectionProps {
  readonly settings: Settings
  readonly status: ApplicationStatus
}

export function GatewaySection({ settings, status }: GatewaySectionProps) {
  const { url, notice } = status.gateway
  return (
    <Section
      id="gateway"
      title="Gateway"
      description="Your own scripts and SDKs reach the same models at this local address."
    >
      <Field label="Address">
        {(attributes) => (
          <div className="flex items-center gap-1">
            <TextInput
              {...attributes}
              readOnly
              value={url ?? 'It does not listen'}
              className="font-mono text-sm"
            />
            {url && <CopyButton label="Copy address" text={url} />}
          </div>
        )}
      </Field>
      {notice && <Notice tone="warn" title={notice} />}
      <PortForm port={settings.gatewayPort} requestedPort={status.gateway.requestedPort} />
      <LocalKey />
      {url && <EnvironmentLines url={url} platform={status.platform} />}
      <AllowedOrigins origins={settings.allowedOrigins} />
      <LimitsForm limits={settings.limits} />
    </Section>
  )
}

function PortForm({ port, requestedPort }: { port: number; requestedPort: number }) {
  const { texts, isChanged, write, discard } = useFormDraft('port', { port: String(port) })
  const { update, reset, pending, saved, errors, failure } = useUpdateSettings(['gatewayPort'])
  const typed = texts.port.trim()
  const save = (event: FormEvent) => {
    event.preventDefault()
    // Not a number: the contract says which field, in the words of the schema.
    update({ gatewayPort: typed ? Number(typed) : Number.NaN }, { onSuccess: discard })
  }
  const hint =
    requestedPort === port
      ? '0 takes any free one.'
      : '0 takes any free one. This start uses another port, given on the command line.'
  return (
    <form onSubmit={save} noValidate>
      <Field label="Port" hint={hint} error={errors.gatewayPort ?? failure}>
        {(attributes) => (
          <div className="flex items-center gap-3">
            <TextInput
              {...attributes}
              inputMode="numeric"
              className="max-w-28 font-mono text-sm"
              value={texts.port}
              onChange={(event) => {
                write('port', event.target.value)
                reset()
              }}
            />
            <Button type="submit" disabled={pending || !isChanged}>
              Save port
            </Button>
            <SavedMark saved={saved && !isChanged} />
          </div>
        )}
      </Field>
    </form>
  )
}

function LocalKey() {
  const { key, kept, error } = useLocalKey()
  const [shown, setShown] = useState(false)
  return (
    <Field
      label="Local key"
      hint={
        kept
          ? 'What your scripts send instead of the service’s own key, which never leaves this application.'
          : 'This system has no secure storage: the local key is a new one after each start.'
      }
      error={error}
    >
      {(attributes) => (
        <div className="flex items-center gap-1">
          <TextInput
            {...attributes}
            readOnly
            type={shown ? 'text' : 'password'}
            value={key}
            className="font-mono text-sm"
          />
          <IconButton
            size="small"
            label={shown ? 'Hide local key' : 'Reveal local key'}
            icon={shown ? EyeOff : Eye}
            onClick={() => setShown(!shown)}
          />
          <CopyButton label="Copy local key" text={key} />
          <RotateKey />
        </div>
      )}
    </Field>
  )
}
