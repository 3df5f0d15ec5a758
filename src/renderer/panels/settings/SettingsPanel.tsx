// Settings: all sections, their list, and the search.
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { queries } from '../../api/desktop'
import { joinClasses } from '../../components/join-classes'
import { PanelHeader } from '../../components/PanelHeader'
import { Skeleton } from '../../components/Skeleton'
import { ReadErrorNotice } from '../../notices/ReadErrorNotice'
import {
  changeSettingsView,
  openSettings,
  type SectionId,
  sectionIds,
  useSettingsView,
} from '../../state/settings-view'
import { AppearanceSection } from './AppearanceSection'
import { AboutSection } from './about/AboutSection'
import { ChatSection } from './ChatSection'
import { DataSection } from './data/DataSection'
import { FoldersSection } from './FoldersSection'
import { focusRequestedSetting, useFocusOnInvalid, useFocusRecovery } from './focus'
import { GatewaySection } from './gateway/GatewaySection'
import { ModelsSection } from './models/ModelsSection'
import { NotificationsSection } from './NotificationsSection'
import { NetworkSection } from './network/NetworkSection'
import { PrivacySection } from './PrivacySection'
import { PricesSection } from './prices/PricesSection'
import { NothingFound, SettingsSearch, useSettingsSearch } from './SettingsSearch'
import { sections } from './settings-table'
import { ShortcutsSection } from './shortcuts/ShortcutsSection'
import { SpellingSection } from './spelling/SpellingSection'
import { UpstreamSection } from './upstream/UpstreamSection'

export function SettingsPanel() {
  return (
    <section aria-label="Settings" className="flex h-full flex-col bg-canvas">
      <PanelHeader title="Settings">
        <SettingsSearch />
      </PanelHeader>
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
      <ShortcutsSection />
      <NotificationsSection settings={settings.data} />
      <AppearanceSection settings={settings.data} />
      <PrivacySection settings={settings.data} status={status.data} />
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
  useSettingsSearch(scroller)
  const isNothingFound = useSettingsView(({ found }) => found?.sections.length === 0)
  return (
    <div
      ref={scroller}
      onScroll={onScroll}
      className="relative min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable]"
    >
      <div className="mx-auto flex max-w-[960px] flex-col px-6 pb-16 min-[1000px]:flex-row min-[1000px]:gap-12">
        <SectionList />
        <div className="min-w-0 flex-1">
          {isNothingFound && <NothingFound />}
          {children}
        </div>
      </div>
    </div>
  )
}

/** Left of the sections, or above them in a narrow window. */
function SectionList() {
  const current = useSettingsView(({ section }) => section)
  const found = useSettingsView((view) => view.found)
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    // In a narrow window, only the list itself must move, to the side.
    const link = list.current?.querySelector<HTMLElement>(`a[href="#${current}"]`)
    if (list.current && link)
      list.current.scrollLeft = link.offsetLeft - (list.current.clientWidth - link.offsetWidth) / 2
  }, [current])
  const open = (event: MouseEvent, id: SectionId) => {
    // The page's URL stays unchanged.
    event.preventDefault()
    openSettings(id, { search: useSettingsView.getState().search })
  }
  return (
    <nav
      ref={list}
      aria-label="Settings sections"
      className="sticky top-0 z-10 -mx-6 shrink-0 self-stretch overflow-x-auto border-line border-b bg-canvas px-4 max-[999px]:[mask-image:linear-gradient(to_right,black_calc(100%-48px),transparent)] min-[1000px]:mx-0 min-[1000px]:w-36 min-[1000px]:self-start min-[1000px]:overflow-visible min-[1000px]:border-b-0 min-[1000px]:px-0 min-[1000px]:py-8 [&::-webkit-scrollbar]:hidden"
    >
      <ul className="flex w-max gap-0.5 py-1.5 pr-10 min-[1000px]:w-auto min-[1000px]:flex-col min-[1000px]:py-0 min-[1000px]:pr-0">
        {(found?.sections ?? sectionIds).map((id) => (
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
              {sections[id].title}
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
  // A section near the end can never reach the top, and sections grow while their data is read: the requested one stays
  // the current one until the user's next input.
  const isRequested = useRef(false)
  useEffect(() => {
    const { section } = useSettingsView.getState()
    const target = scroller.current?.querySelector(`#${section}`)
    isRequested.current = true
    target?.scrollIntoView({ block: 'start' })
    // From the list, the focus moves to the section; a requested field has taken the focus itself.
    if (scroller.current?.querySelector('nav')?.contains(document.activeElement) && scrollRequests > 0)
      target?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
    if (scroller.current) focusRequestedSetting(scroller.current)
    const input = new AbortController()
    const { signal } = input
    const end = () => {
      isRequested.current = false
      input.abort()
    }
    for (const type of ['wheel', 'pointerdown', 'keydown'])
      window.addEventListener(type, end, { capture: true, passive: true, signal })
    return () => input.abort()
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
    return section?.checkVisibility() && section.getBoundingClientRect().top <= top
  })
  return (isAtEnd ? sectionIds.at(-1) : passed.at(-1)) ?? 'upstream'
}
