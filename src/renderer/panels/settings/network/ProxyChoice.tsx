// Which proxy calls go through: the system's, one of the user's own, or none.
import { useQuery } from '@tanstack/react-query'
import type { proxyModes } from '#shared/schemas/network'
import type { Settings } from '#shared/schemas/settings'
import { defaultVendorAddresses } from '#shared/schemas/upstream'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { ChoiceCards } from '../../../components/ChoiceCards'
import { Notice } from '../../../components/Notice'
import { changeSettingsView, useSettingsView } from '../../../state/settings-view'
import { toHost } from '../upstream/call-address'
import { useUpdateSettings } from '../use-update-settings'
import { CustomProxy } from './CustomProxy'
import { describePac } from './read-proxy'
import { SystemProxyCredentials } from './SystemProxyCredentials'

type Mode = (typeof proxyModes)[number]

const choices = [
  { value: 'system', label: 'System', description: 'As the system’s settings say.' },
  { value: 'custom', label: 'Custom', description: 'A proxy that you name.' },
  { value: 'none', label: 'None', description: 'Always the direct way.' },
] as const satisfies readonly { value: Mode; label: string; description: string }[]

export function ProxyChoice({ settings }: { settings: Settings }) {
  const { network } = settings
  const wantsProxy = useSettingsView((view) => view.wantsProxy)
  const { update, failure } = useUpdateSettings()
  const shown = wantsProxy ? 'custom' : network.proxyMode
  const choose = (proxyMode: Mode) => {
    const isMissing = proxyMode === 'custom' && network.proxyUrl === ''
    changeSettingsView({ wantsProxy: isMissing })
    if (!isMissing) update({ network: { ...network, proxyMode } })
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="font-medium text-soft text-sm" aria-hidden="true">
        Proxy
      </p>
      <ChoiceCards label="Proxy" value={shown} choices={choices} onChange={choose} />
      {failure && <Notice tone="danger" title={failure} />}
      {shown === 'system' && (
        <>
          <SystemProxy settings={settings} />
          <SystemProxyCredentials />
        </>
      )}
      {shown === 'custom' && (
        <>
          {wantsProxy && network.proxyMode !== 'custom' && (
            <Notice
              tone="quiet"
              title={
                network.proxyMode === 'system'
                  ? 'The system’s settings still count until the proxy is saved.'
                  : 'Calls still go the direct way until the proxy is saved.'
              }
            />
          )}
          <CustomProxy network={network} />
        </>
      )}
    </div>
  )
}

/** What the system says for the upstream that answers; for the demo, which asks nobody, the Gemini API's. */
function SystemProxy({ settings }: { settings: Settings }) {
  const url = toUpstreamAddress(settings)
  const { data, error } = useQuery({
    ...queries.network.systemProxy.queryOptions({ input: { url } }),
    // The system tells nobody when its settings change: ask at each look.
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  if (error) return <Notice tone="warn" title={describeError(error)} />
  if (!data) return <p className="h-4" />
  return (
    <p className="text-soft text-sm">
      The system says: <span className="font-mono">{toHost(url)}</span> is reached{' '}
      <ProxyWords answer={data.proxy} />.
    </p>
  )
}

function ProxyWords({ answer }: { answer: string }) {
  const words = describePac(answer)
  return <span className="selectable text-ink">{words.startsWith('the ') ? `through ${words}` : words}</span>
}

function toUpstreamAddress({ upstream, services, vendor }: Settings): string {
  if (upstream.kind === 'vendor') return vendor.geminiUrl
  const profile = upstream.kind === 'service' && services.find(({ id }) => id === upstream.profile)
  return profile ? profile.baseUrl : defaultVendorAddresses.geminiUrl
}
