// The way out to an upstream: proxy, certificates, the system's network stack, and patience.
import type { Settings } from '#shared/schemas/settings'
import { Notice } from '../../../components/Notice'
import { Section } from '../../../components/Section'
import { Switch } from '../../../components/Switch'
import { useUpdateSettings } from '../use-update-settings'
import { Certificates } from './Certificates'
import { ProxyChoice } from './ProxyChoice'
import { TimeOuts } from './TimeOuts'

export function NetworkSection({ settings }: { settings: Settings }) {
  const { network } = settings
  const { update, failure } = useUpdateSettings()
  return (
    <Section
      id="network"
      title="Network"
      description="How calls get out to an upstream. The demo needs none of it."
    >
      <ProxyChoice settings={settings} />
      <Certificates network={network} />
      <Switch
        label="Use the system network stack"
        hint="For proxies that sign you in by the system (Kerberos, NTLM). Each call takes a little longer. The certificates above and the time to connect do not count then: the system’s do."
        checked={network.systemStack}
        onChange={(systemStack) => update({ network: { ...network, systemStack } })}
      />
      {failure && <Notice tone="danger" title={failure} />}
      <TimeOuts settings={settings} />
    </Section>
  )
}
