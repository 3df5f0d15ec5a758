// Settings: upstream, models, prices, network, gateway, chat, spelling, appearance, where data is stored, and updates.
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Settings } from '#shared/schemas/settings'
import { queries } from '../../api/desktop'
import { joinClasses } from '../../components/join-classes'
import { Notice } from '../../components/Notice'
import { PanelHeader } from '../../components/PanelHeader'
import { RadioCards } from '../../components/RadioCards'
import { Skeleton } from '../../components/Skeleton'
import { Switch } from '../../components/Switch'
import { ReadErrorNotice } from '../../notices/ReadErrorNotice'
import {
  changeSettingsView,
  openSettings,
  type SectionId,
  sectionIds,
  useSettingsView,
} from '../../state/settings-view'
import { AboutSection } from './about/AboutSection'
import { DataSection } from './data/DataSection'
import { FoldersSection } from './FoldersSection'
import { Section } from './FormParts'
import { GatewaySection } from './gateway/GatewaySection'
import { ModelsSection } from './models/ModelsSection'
import { NetworkSection } from './network/NetworkSection'
import { PricesSection } from './prices/PricesSection'
import { useUpdateSettings } from './settings-form'
import { SpellingSection } from './spelling/SpellingSection'
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
        <ReadErrorNotice title="Couldn’t load settings" error={error} onRetry={again} />
      </div>
    )
  }
  if (!settings.data || !status.data)
    return <Skeleton label="Loading settings…" widths={['30%', '72%', '64%', '68%']} className="p-8" />
  return (
    <Scroller>
      <UpstreamSection settings={settings.data} status={status.data} />
      <ModelsSection settings={settings.data} />
      <PricesSection settings={settings.data} />
      <NetworkSection settings={settings.data} />
      <GatewaySection settings={settings.data} status={status.data} />
      <ChatSection settings={settings.data} />
      <SpellingSection settings={settings.data} />
      <AppearanceSection settings={settings.data} />
      <FoldersSection />
      <DataSection status={status.data} settings={settings.data} />
      <AboutSection settings={settings.data} status={status.data} />
    </Scroller>
  )
}

function Scroller({ children }: { children: ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null)
  const onScroll = useScrollSpy(scroller)
  useFocusRecovery(scroller)
  useFocusOnInvalid(scroller)
  return (
    <div
      ref={scroller}
      onScroll={onScroll}
      className="relative min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable]"
    >
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
    <Section id="appearance" title="Appearance" description="Choose how Gen Playground looks.">
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

function ChatSection({ settings }: { settings: Settings }) {
  const { update, failure } = useUpdateSettings()
  return (
    <Section id="chat" title="Chat" description="Choose how new chats get their title.">
      <Switch
        label="Write titles with the model"
        hint="After the first response, one short request asks the same model and provider for a title. It’s billed like any other. When this is off, and with the demo or an image model, a chat is named after its prompt."
        checked={settings.chatTitles}
        onChange={(chatTitles) => update({ chatTitles })}
      />
      {failure && <Notice tone="danger" title={failure} />}
    </Section>
  )
}

const names: Readonly<Record<SectionId, string>> = {
  upstream: 'Provider',
  models: 'Models',
  prices: 'Prices',
  network: 'Network',
  gateway: 'Gateway',
  chat: 'Chat',
  spelling: 'Spelling',
  appearance: 'Appearance',
  folders: 'Folders',
  data: 'Data',
  about: 'About',
}

/** Left of the sections, or above them in a narrow window. */
function SectionList() {
  const current = useSettingsView(({ section }) => section)
  const open = (event: MouseEvent, id: SectionId) => {
    // The page's URL stays unchanged.
    event.preventDefault()
    openSettings(id)
  }
  return (
    <nav
      aria-label="Settings sections"
      className="sticky top-0 z-10 -mx-6 shrink-0 self-stretch overflow-x-auto border-line border-b bg-canvas px-4 min-[1000px]:mx-0 min-[1000px]:w-36 min-[1000px]:self-start min-[1000px]:overflow-visible min-[1000px]:border-b-0 min-[1000px]:px-0 min-[1000px]:py-8 [&::-webkit-scrollbar]:hidden"
    >
      <ul className="flex gap-0.5 py-1.5 min-[1000px]:flex-col min-[1000px]:py-0">
        {sectionIds.map((id) => (
          <li key={id}>
            <a
              href={`#${id}`}
              draggable={false}
              aria-current={id === current ? 'location' : undefined}
              onClick={(event) => open(event, id)}
              className={joinClasses(
                'flex h-7 cursor-default items-center rounded-md px-2 transition-colors',
                id === current
                  ? 'bg-accent-wash font-medium text-accent'
                  : 'text-soft hover:bg-hover hover:text-ink',
              )}
            >
              {names[id]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A section is current once its heading is this near to the top, in pixels. */
const threshold = 96

/** Scrolls to the section that is requested; returns a handler for `onScroll`, which updates the current section. */
function useScrollSpy(scroller: RefObject<HTMLElement | null>): () => void {
  const scrollRequests = useSettingsView((view) => view.scrollRequests)
  // A section near the end can never reach the top: it stays the current one after it was requested.
  const isRequested = useRef(false)
  useEffect(() => {
    const { section } = useSettingsView.getState()
    const target = scroller.current?.querySelector(`#${section}`)
    isRequested.current = true
    target?.scrollIntoView({ block: 'start' })
    // From the list, the focus moves to the section; a requested field has taken the focus itself.
    if (scroller.current?.querySelector('nav')?.contains(document.activeElement) && scrollRequests > 0)
      target?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
    const timer = setTimeout(() => {
      isRequested.current = false
    }, 100)
    return () => clearTimeout(timer)
  }, [scrollRequests, scroller])
  return () => {
    if (isRequested.current || !scroller.current) return
    const section = findCurrentSection(scroller.current)
    if (section !== useSettingsView.getState().section) changeSettingsView({ section })
  }
}

function findCurrentSection(scroller: HTMLElement) {
  const isAtEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2
  const top = scroller.getBoundingClientRect().top + threshold
  const passed = sectionIds.filter((id) => {
    const section = scroller.querySelector(`#${id}`)
    return section !== null && section.getBoundingClientRect().top <= top
  })
  return (isAtEnd ? sectionIds.at(-1) : passed.at(-1)) ?? 'upstream'
}
