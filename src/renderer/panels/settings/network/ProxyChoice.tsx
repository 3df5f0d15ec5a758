// Choosing the proxy: the system's, or a custom one with its URL, its credentials, and the hosts that skip it.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { findProfile } from '#shared/models/profiles'
import type { NetworkSettings, proxyModes } from '#shared/schemas/network'
import type { Settings } from '#shared/schemas/settings'
import { defaultVendorAddresses } from '#shared/schemas/upstream'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { Field } from '../../../components/Field'
import { Notice } from '../../../components/Notice'
import { RadioCards } from '../../../components/RadioCards'
import { TextArea } from '../../../components/TextInput'
import { changeSettingsView, useSettingsView } from '../../../state/settings-view'
import { SaveRow, TextField } from '../FormParts'
import { useSettingsForm, useUpdateSettings } from '../settings-form'
import { toHost } from '../upstream/UrlField'
import { ProxyCredentialsFields, SystemProxyCredentials, useProxyCredentials } from './ProxyCredentials'
import { completeProxy, describePac, parseBypass, splitProxy } from './parse-proxy'

type Mode = (typeof proxyModes)[number]

const choices = [
  { value: 'system', label: 'System', description: 'Use system proxy settings.' },
  { value: 'custom', label: 'Custom', description: 'Enter a proxy.' },
  { value: 'none', label: 'None', description: 'Connect directly.' },
] as const satisfies readonly { value: Mode; label: string; description: string }[]

export function ProxyChoice({ settings }: { settings: Settings }) {
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
      <span className="selectable text-ink">{describePac(data.proxy)}</span>.
    </p>
  )
}

function toUpstreamUrl(settings: Settings): string {
  if (settings.upstream.kind === 'vendor') return settings.vendor.geminiUrl
  return findProfile(settings)?.baseUrl ?? defaultVendorAddresses.geminiUrl
}

function CustomProxy({ network }: { network: NetworkSettings }) {
  const [wasSplit, setWasSplit] = useState(false)
  const credentials = useProxyCredentials()
  const form = useSettingsForm({
    form: 'proxy',
    saved: { proxyUrl: network.proxyUrl, bypass: network.bypass.join('\n') },
    pathOf: (field) => `network.${field}`,
    toPatch: ({ proxyUrl, bypass }) => ({
      network: {
        ...network,
        proxyMode: 'custom',
        proxyUrl: completeProxy(proxyUrl),
        bypass: parseBypass(bypass),
      },
    }),
    onSaved: () => {
      setWasSplit(false)
      credentials.save()
    },
  })
  const writeUrl = (text: string) => {
    const pasted = splitProxy(text)
    form.write('proxyUrl', pasted.url)
    if (!pasted.credentials) return
    credentials.write(pasted.credentials)
    setWasSplit(true)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (credentials.check()) form.submit(event)
  }
  const bypass = form.field('bypass')
  return (
    <form aria-label="Custom proxy" className="flex flex-col gap-4" onSubmit={save} noValidate>
      <TextField
        {...form.field('proxyUrl')}
        label="Proxy address"
        hint={
          wasSplit
            ? 'The username and password were removed from the address and stored as secrets.'
            : 'http, https, socks4, or socks5, including the port.'
        }
        inputMode="url"
        placeholder="http://proxy.example.com:8080"
        className="font-mono text-sm"
        onChange={writeUrl}
      />
      <ProxyCredentialsFields credentials={credentials} />
      <Field
        label="Bypass list"
        hint="Hosts that skip the proxy, one per line: localhost, *.example.com, 10.0.0.0/8."
        error={bypass.error}
      >
        {(attributes) => (
          <TextArea
            {...attributes}
            rows={2}
            spellCheck={false}
            className="font-mono text-sm"
            value={bypass.value}
            onChange={(event) => bypass.onChange(event.target.value)}
          />
        )}
      </Field>
      <SaveRow
        form={form}
        label="Save proxy"
        canSave={form.isChanged || credentials.isTyped || network.proxyMode !== 'custom'}
      />
    </form>
  )
}
