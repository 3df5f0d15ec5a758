// The list of sections, left of them or above them in a narrow window, and the scroll spy that marks the current one.
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import { joinClasses } from '../../components/join-classes'
import {
  changeSettingsView,
  openSettings,
  type SectionId,
  sectionIds,
  useSettingsView,
} from '../../state/settings-view'

const names: Readonly<Record<SectionId, string>> = {
  upstream: 'Upstream',
  models: 'Models',
  network: 'Network',
  gateway: 'Gateway',
  appearance: 'Appearance',
  folders: 'Folders',
  data: 'Data',
}

export function SectionList() {
  const current = useSettingsView(({ section }) => section)
  const open = (event: MouseEvent, id: SectionId) => {
    // The page's URL stays unchanged.
    event.preventDefault()
    openSettings(id)
  }
  return (
    <nav
      aria-label="Sections"
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
export function useScrollSpy(scroller: RefObject<HTMLElement | null>): () => void {
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
