// The local gateway: its address and port, its key, how scripts reach it, and which web pages may.
import { useMutation } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import type { KeyStatus } from '#shared/schemas/key-status'
import type { Settings } from '#shared/schemas/settings'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { Button } from '../../../components/Button'
import { CopyButton } from '../../../components/CopyButton'
import { Field } from '../../../components/Field'
import { IconButton } from '../../../components/IconButton'
import { Notice } from '../../../components/Notice'
import { SavedMark } from '../../../components/SavedMark'
import { Section } from '../../../components/Section'
import { TextInput } from '../../../components/TextInput'
import { RetryKeys } from '../RetryKeys'
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
      {notice && (
        <Notice
          tone="warn"
          title={notice}
          actions={url && <RetryPort port={status.gateway.requestedPort} />}
        />
      )}
      <PortForm port={settings.gatewayPort} gateway={status.gateway} />
      {status.keys.isLocalKeyUnreadable && (
        <Notice tone="warn" title="The saved local key can’t be read" actions={<RetryKeys />}>
          {`${status.keys.problem ? 'The key file can’t be read.' : 'The keyring is locked or isn’t the one the key was saved with.'} Scripts that send the saved key are refused. ${status.keys.problem ? 'Retry once the file can be read' : 'Unlock the keyring and restart'}, or rotate the key below to replace it for good.`}
        </Notice>
      )}
      <LocalKey />
      {url && <EnvironmentLines url={url} platform={status.platform} />}
      <AllowedOrigins origins={settings.allowedOrigins} />
      <LimitsForm limits={settings.limits} />
    </Section>
  )
}

function useRetryPort() {
  return useMutation(
    queries.gateway.retryPort.mutationOptions({
      onSuccess: ({ url }) => toast.success(`The gateway is at ${url} now`),
      onError: (error) => toast.error(describeError(error)),
    }),
  )
}

function RetryPort({ port }: { port: number }) {
  const retry = useRetryPort()
  return (
    <Button size="small" disabled={retry.isPending} onClick={() => retry.mutate(undefined)}>
      Try {port} again
    </Button>
  )
}

interface PortFormProps {
  readonly port: number
  readonly gateway: ApplicationStatus['gateway']
}

function PortForm({ port, gateway: { url, notice, requestedPort } }: PortFormProps) {
  const { texts, isChanged, write, discard } = useFormDraft('port', { port: String(port) })
  const { update, reset, pending, saved, errors, failure } = useUpdateSettings(['gatewayPort'])
  const retry = useRetryPort()
  const isElsewhere = url !== null && notice !== null && requestedPort === port
  const typed = texts.port.trim()
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!isChanged) return retry.mutate(undefined)
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
            <Button type="submit" disabled={pending || retry.isPending || !(isChanged || isElsewhere)}>
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
  const { key, state, error } = useLocalKey()
  const [shown, setShown] = useState(false)
  return (
    <Field label="Local key" hint={keyHints[state]} error={error}>
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

const keyHints: Readonly<Record<KeyStatus['state'], string>> = {
  ready: 'Your scripts send this key. Your provider’s API key never leaves this app.',
  absent: 'Your scripts send this key. Your provider’s API key never leaves this app.',
  unreadable: 'This key lasts until you quit.',
  'no-secure-storage': 'This key isn’t saved. It changes the next time you start Gen Playground.',
}
