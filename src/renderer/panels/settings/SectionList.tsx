// The sections of Settings, and the way to each: at the left, or above where there is little room.
import type { MouseEvent } from 'react'
import { joinClasses } from '../../components/join-classes'
import { openSettings, type SectionId, sectionIds, useSettingsView } from '../../state/settings-view'

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
    // The page's own address stays as it is.
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
