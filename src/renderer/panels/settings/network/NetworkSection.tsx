// The network: which proxy requests go through, extra certificates, the system's network stack, and timeouts.

import { useQuery } from '@tanstack/react-query'
import { findProfile } from '#shared/models/profiles'
import type { proxyModes } from '#shared/schemas/network'
import type { Settings } from '#shared/schemas/settings'
import { defaultVendorAddresses } from '#shared/schemas/upstream'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { Notice } from '../../../components/Notice'
import { RadioCards } from '../../../components/RadioCards'
import { Switch } from '../../../components/Switch'
import { changeSettingsView, useSettingsView } from '../../../state/settings-view'
import { NumbersForm, Section, toNumber } from '../FormParts'
import { Setting } from '../Setting'
import { useSettingsForm, useUpdateSettings } from '../settings-form'
import { toHost } from '../upstream/UrlField'
import { Certificates } from './Certificates'
import { CustomProxy } from './CustomProxy'
import { SystemProxyCredentials } from './ProxyCredentials'
import { describePac } from './parse-proxy'

export function NetworkSection({ settings }: { settings: Settings }) {
  const { network } = settings
  const { update, failure } = useUpdateSettings()
  return (
    <Section
      id="network"
      title="Network"
      description="How requests reach your provider. The demo works offline."
    >
      <Setting id="proxy" settings={settings}>
        <ProxyChoice settings={settings} />
      </Setting>
      <Setting id="certificates" settings={settings}>
        <Certificates network={network} />
      </Setting>
      <Setting id="network-stack" settings={settings}>
        <Switch
          label="Use the system network stack"
          hint="For proxies that use system sign-in (Kerberos, NTLM). Adds a little latency. Uses the system’s certificates and connect timeout instead of those set here."
          checked={network.systemStack}
          onChange={(systemStack) => update({ network: { ...network, systemStack } })}
        />
      </Setting>
      {failure && <Notice tone="danger" title={failure} />}
      <Setting id="timeouts" settings={settings}>
        <TimeoutsForm settings={settings} />
      </Setting>
    </Section>
  )
}

type Mode = (typeof proxyModes)[number]

const choices = [
  { value: 'system', label: 'System', description: 'Use system proxy settings.' },
  { value: 'custom', label: 'Custom', description: 'Enter a proxy.' },
  { value: 'none', label: 'None', description: 'Connect directly.' },
] as const satisfies readonly { value: Mode; label: string; description: string }[]

function ProxyChoice({ settings }: { settings: Settings }) {
  const { network } = settings
  const isProxyPending = useSettingsView((view) => view.isProxyPending)
  const { update, failure } = useUpdateSettings()
  const shown = isProxyPending ? 'custom' : network.proxyMode
  const choose = (proxyMode: Mode) => {
    const isMissing = proxyMode === 'custom' && network.proxyUrl === ''
    changeSettingsView({ isProxyPending: isMissing })
    if (!isMissing) update({ network: { ...network, proxyMode } })
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="font-medium text-soft text-sm" aria-hidden="true">
        Proxy
      </p>
      <RadioCards label="Proxy" value={shown} choices={choices} onChange={choose} />
      {failure && <Notice tone="danger" title={failure} />}
      {shown === 'system' && (
        <>
          <SystemProxy settings={settings} />
          <SystemProxyCredentials />
        </>
      )}
      {shown === 'custom' && (
        <>
          {isProxyPending && network.proxyMode !== 'custom' && (
            <Notice
              tone="quiet"
              title={
                network.proxyMode === 'system'
                  ? 'System settings apply until you save the proxy.'
                  : 'Requests connect directly until you save the proxy.'
              }
            />
          )}
          <CustomProxy network={network} />
        </>
      )}
    </div>
  )
}

/** The system's proxy for the upstream in use; for the demo, which needs no network, that for the Gemini API. */
function SystemProxy({ settings }: { settings: Settings }) {
  const url = toUpstreamUrl(settings)
  const { data, error } = useQuery({
    ...queries.network.systemProxy.queryOptions({ input: { url } }),
    // The system does not report changes of its settings: read them on every mount.
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  if (error) return <Notice tone="warn" title={describeError(error)} />
  if (!data) return <p className="h-4" />
  return (
    <p className="text-soft text-sm">
      System settings: <span className="font-mono">{toHost(url)}</span> connects{' '}
      <ProxyDescription pac={data.proxy} />.
    </p>
  )
}

function ProxyDescription({ pac }: { pac: string }) {
  return <span className="selectable text-ink">{describePac(pac)}</span>
}

function toUpstreamUrl(settings: Settings): string {
  if (settings.upstream.kind === 'vendor') return settings.vendor.geminiUrl
  return findProfile(settings)?.baseUrl ?? defaultVendorAddresses.geminiUrl
}

const timeoutFields = [
  { name: 'connectSeconds', label: 'Connect timeout' },
  { name: 'upstreamSeconds', label: 'Response timeout' },
  { name: 'silenceSeconds', label: 'Idle timeout' },
] as const

/** How long a connection, the start of a response and a pause within one may take. */
function TimeoutsForm({ settings: { network, limits } }: { settings: Settings }) {
  const form = useSettingsForm({
    form: 'time-outs',
    saved: {
      connectSeconds: String(network.connectSeconds),
      upstreamSeconds: String(limits.upstreamSeconds),
      silenceSeconds: String(network.silenceSeconds),
    },
    pathOf: (field) => `${field === 'upstreamSeconds' ? 'limits' : 'network'}.${field}`,
    toPatch: ({ connectSeconds, upstreamSeconds, silenceSeconds }) => ({
      network: {
        ...network,
        connectSeconds: toNumber(connectSeconds),
        silenceSeconds: toNumber(silenceSeconds),
      },
      limits: { ...limits, upstreamSeconds: toNumber(upstreamSeconds) },
    }),
  })
  return (
    <NumbersForm
      form={form}
      label="Timeouts"
      isTitled
      fields={timeoutFields}
      unit="seconds"
      saveLabel="Save timeouts"
    />
  )
}
