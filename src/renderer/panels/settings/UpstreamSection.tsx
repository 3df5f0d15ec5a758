// Who answers: the embedded demo, or a service with its address and key.
import { useState } from 'react'
import type { Settings } from '#shared/schemas/settings'
import { ChoiceCards } from '../../kit/ChoiceCards'
import { Notice } from '../../kit/Notice'
import { Section } from '../../kit/Section'
import { ServiceForm } from './ServiceForm'
import { ServiceKey } from './ServiceKey'
import { useUpdateSettings } from './use-update-settings'

const choices = [
  { value: 'demo', label: 'Demo', description: 'The embedded model service. No key, no network.' },
  { value: 'service', label: 'Service', description: 'Any service with this same API.' },
] as const

type Kind = (typeof choices)[number]['value']

export function UpstreamSection({ settings }: { settings: Settings }) {
  const kept = settings.upstream.kind
  const [chosen, setChosen] = useState<Kind>(kept)
  const { update, failure } = useUpdateSettings()
  const choose = (kind: Kind) => {
    setChosen(kind)
    const { baseUrl, apiBaseUrl } = settings.service
    if (kind === 'demo') update({ upstream: { kind } })
    // A service entered before is taken again at once; a new one is taken when its address is saved.
    else if (baseUrl) update({ upstream: { kind, baseUrl, ...(apiBaseUrl ? { apiBaseUrl } : {}) } })
  }
  return (
    <Section title="Upstream" description="Who answers what you send, here and through the gateway.">
      <ChoiceCards label="Upstream" value={chosen} choices={choices} onChange={choose} />
      {failure && <Notice tone="danger" title={failure} />}
      {chosen === 'service' && (
        <>
          {kept === 'demo' && (
            <Notice tone="quiet" title="The demo still answers until the service’s address is saved." />
          )}
          <ServiceForm settings={settings} />
          <ServiceKey />
        </>
      )}
    </Section>
  )
}
