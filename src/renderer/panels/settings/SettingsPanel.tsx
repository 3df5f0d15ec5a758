// Settings: who answers, models, the network, the local gateway, the looks, and where everything is kept.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { describeError } from '../../api/describe-error'
import { queries } from '../../api/desktop'
import { Button } from '../../components/Button'
import { Notice } from '../../components/Notice'
import { PanelHeader } from '../../components/PanelHeader'
import { Skeleton } from '../../components/Skeleton'
import { AppearanceSection } from './AppearanceSection'
import { DataSection } from './DataSection'
import { FoldersSection } from './folders/FoldersSection'
import { GatewaySection } from './gateway/GatewaySection'
import { ModelsSection } from './models/ModelsSection'
import { NetworkSection } from './network/NetworkSection'
import { SectionList } from './SectionList'
import { UpstreamSection } from './upstream/UpstreamSection'
import { useInvalidInFocus } from './use-invalid-in-focus'
import { useKeptFocus } from './use-kept-focus'
import { useSectionInSight } from './use-section-in-sight'

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
    const again = () => void Promise.all([settings.refetch(), status.refetch()])
    return (
      <div className="p-6">
        <Notice
          tone="danger"
          title="Settings cannot be read."
          actions={<Button onClick={again}>Try again</Button>}
        >
          {describeError(error)}
        </Notice>
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
  const follow = useSectionInSight(scroller)
  useKeptFocus(scroller)
  useInvalidInFocus(scroller)
  return (
    <div ref={scroller} onScroll={follow} className="relative min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-[960px] flex-col px-6 pb-16 min-[1000px]:flex-row min-[1000px]:gap-12">
        <SectionList />
        <div className="min-w-0 flex-1">{children}</div>
      </div>
    </div>
  )
}
