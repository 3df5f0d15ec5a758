// The gateway: its URL and port, the local key, allowed web pages, and body limits.
import type { FormEvent } from 'react'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import type { GatewayLimits, Settings } from '#shared/schemas/settings'
import { Button } from '../../../components/Button'
import { CopyButton } from '../../../components/CopyButton'
import { Notice } from '../../../components/Notice'
import { SavedIndicator } from '../../../components/SavedIndicator'
import { RetryPort, useRetryPort } from '../../../connection/RetryPort'
import { NumbersForm, Section, TextField, toNumber } from '../FormParts'
import { describeUnreadableKey, RetryKeys } from '../KeyFileNotice'
import { Setting } from '../Setting'
import { useSettingsForm } from '../settings-form'
import { AllowedOrigins } from './AllowedOrigins'
import { EnvironmentLines, LocalKey } from './LocalKey'
import { NamedKeys } from './NamedKeys'
import { RequestLogForm } from './RequestLogForm'

export function GatewaySection({ settings, status }: { settings: Settings; status: ApplicationStatus }) {
  const { url, notice } = status.gateway
  return (
    <Section
      id="gateway"
      title="Gateway"
      description="Use the same models from your own scripts and SDKs at this local address."
    >
      <div data-setting="gateway-url">
        <TextField
          label="URL"
          value={url ?? 'Not running'}
          className="font-mono text-sm"
          actions={url && <CopyButton label="Copy URL" text={url} />}
        />
      </div>
      {notice && (
        <Notice
          tone="warn"
          title={notice}
          actions={url && <RetryPort port={status.gateway.requestedPort} />}
        />
      )}
      <Setting id="port" settings={settings}>
        <PortForm port={settings.gatewayPort} gateway={status.gateway} />
      </Setting>
      {status.keys.isLocalKeyUnreadable && (
        <Notice tone="warn" title="The saved local key can’t be read" actions={<RetryKeys />}>
          {describeUnreadableKey(status.keys)}
        </Notice>
      )}
      <div data-setting="local-key">
        <LocalKey />
      </div>
      <div data-setting="named-keys">
        <NamedKeys />
      </div>
      {url && <EnvironmentLines url={url} platform={status.platform} />}
      <Setting id="allowed-origins" settings={settings}>
        <AllowedOrigins origins={settings.allowedOrigins} />
      </Setting>
      <Setting id="limits" settings={settings}>
        <LimitsForm limits={settings.limits} />
      </Setting>
      <RequestLogForm settings={settings} />
    </Section>
  )
}

interface PortFormProps {
  readonly port: number
  readonly gateway: ApplicationStatus['gateway']
}

function PortForm({ port, gateway: { url, notice, requestedPort } }: PortFormProps) {
  const form = useSettingsForm({
    form: 'port',
    saved: { port: String(port) },
    pathOf: () => 'gatewayPort',
    toPatch: (texts) => ({ gatewayPort: toNumber(texts.port) }),
  })
  const retry = useRetryPort()
  const isElsewhere = url !== null && notice !== null && requestedPort === port
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (form.isChanged) form.submit(event)
    else retry.mutate(undefined)
  }
  const hint =
    requestedPort === port
      ? 'Use 0 for any free port.'
      : 'Use 0 for any free port. A different port was set on the command line for this session.'
  return (
    <form onSubmit={save} noValidate>
      <TextField
        label="Port"
        hint={hint}
        inputMode="numeric"
        className="max-w-28 font-mono text-sm"
        {...form.field('port')}
        actions={
          <>
            <Button
              type="submit"
              disabled={form.pending || retry.isPending || !(form.isChanged || isElsewhere)}
            >
              Save port
            </Button>
            <SavedIndicator saved={form.isSaved && !form.isChanged} />
          </>
        }
      />
    </form>
  )
}

const limitFields = [
  { name: 'jsonMegabytes', label: 'Max JSON body' },
  { name: 'audioMegabytes', label: 'Max audio file' },
] as const

function LimitsForm({ limits }: { limits: GatewayLimits }) {
  const form = useSettingsForm({
    form: 'limits',
    saved: { jsonMegabytes: String(limits.jsonMegabytes), audioMegabytes: String(limits.audioMegabytes) },
    pathOf: (field) => `limits.${field}`,
    toPatch: ({ jsonMegabytes, audioMegabytes }) => ({
      limits: {
        ...limits,
        jsonMegabytes: toNumber(jsonMegabytes),
        audioMegabytes: toNumber(audioMegabytes),
      },
    }),
  })
  return (
    <NumbersForm form={form} label="Limits" isTitled fields={limitFields} unit="MB" saveLabel="Save limits" />
  )
}
