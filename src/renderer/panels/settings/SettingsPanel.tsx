// Settings: upstream, models, network, gateway, appearance, and where data is stored.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import type { Settings } from '#shared/schemas/settings'
import { desktop, queries } from '../../api/desktop'
import { toastOutcome } from '../../api/toast-outcome'
import { Button } from '../../components/Button'
import { Notice } from '../../components/Notice'
import { PanelHeader } from '../../components/PanelHeader'
import { RadioCards } from '../../components/RadioCards'
import { Skeleton } from '../../components/Skeleton'
import { ReadErrorNotice } from '../../notices/ReadErrorNotice'
import { FoldersSection } from './FoldersSection'
import { Section, TextField } from './FormParts'
import { GatewaySection } from './gateway/GatewaySection'
import { ModelsSection } from './models/ModelsSection'
import { NetworkSection } from './network/NetworkSection'
import { SectionList, useScrollSpy } from './SectionList'
import { useUpdateSettings } from './settings-form'
import { UpstreamSection } from './upstream/UpstreamSection'
import { useFocusOnInvalid, useFocusRecovery } from './use-focus-recovery'

export function SettingsPanel() {
  return (
    <section aria-label="Settings" className="flex h-full flex-col bg-canvas">
      <PanelHeader title="Settings" />
      <Sections />
    </section>
  )
}

function Sections(): ReactNode {
  const settings = useQuery(queries.settings.read.queryOptions())
  const status = useQuery(queries.application.status.queryOptions())
  const error = settings.error ?? status.error
  if (error) {
    const again = () => Promise.all([settings.refetch(), status.refetch()])
    return (
      <div className="p-6">
        <ReadErrorNotice title="Settings cannot be read." error={error} onRetry={again} />
      </div>
    )
  }
  if (!settings.data || !status.data)
    return <Skeleton label="Loading settings" widths={['30%', '72%', '64%', '68%']} className="p-8" />
  return (
    <Scroller>
      <UpstreamSection settings={settings.data} status={status.data} />
      <ModelsSection settings={settings.data} />
      <NetworkSection settings={settings.data} />
      <GatewaySection settings={settings.data} status={status.data} />
      <AppearanceSection settings={settings.data} />
      <FoldersSection />
      <DataSection status={status.data} />
    </Scroller>
  )
}

function Scroller({ children }: { children: ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null)
  const onScroll = useScrollSpy(scroller)
  useFocusRecovery(scroller)
  useFocusOnInvalid(scroller)
  return (
    <div ref={scroller} onScroll={onScroll} className="relative min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-[960px] flex-col px-6 pb-16 min-[1000px]:flex-row min-[1000px]:gap-12">
        <SectionList />
        <div className="min-w-0 flex-1">{children}</div>
      </div>
    </div>
  )
}

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

function AppearanceSection({ settings }: { settings: Settings }) {
  const { update, failure } = useUpdateSettings()
  return (
    <Section id="appearance" title="Appearance" description="How the window looks.">
      <RadioCards
        label="Theme"
        value={settings.theme}
        choices={themes}
        onChange={(theme) => update({ theme })}
      />
      {failure && <Notice tone="danger" title={failure} />}
    </Section>
  )
}

function DataSection({ status }: { status: ApplicationStatus }) {
  return (
    <Section id="data" title="Data" description="Everything you make stays on this disk.">
      <TextField
        label="Folder"
        hint={`Gen Playground ${status.version}`}
        value={status.dataFolder}
        className="font-mono text-sm"
        actions={<Button onClick={() => toastOutcome(desktop.application.revealDataFolder())}>Reveal</Button>}
      />
    </Section>
  )
}
