// The rail: a button for each panel.

import { useQuery } from '@tanstack/react-query'
import { type PanelId, panelIds } from '#shared/desktop/panel-ids'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import { queries } from '../api/desktop'
import { formatCount } from '../components/format'
import { joinClasses } from '../components/join-classes'
import { Tooltip } from '../components/Tooltip'
import { useKeys } from '../state/keymap'
import { openPanel, useNavigation } from '../state/navigation'
import { useWelcome } from '../state/welcome'
import { panels, preloadPanel } from './panels'

export function Rail() {
  const panel = useNavigation((navigation) => navigation.panel)
  const open = useWelcome(({ state }) => (state === 'open' ? null : panel))
  return (
    <nav
      aria-label="Panels"
      className="flex w-21 shrink-0 flex-col overflow-y-auto border-line border-r bg-frame px-1.5 py-2 slim:w-12 [&::-webkit-scrollbar]:hidden"
    >
      <ul className="flex flex-1 flex-col gap-0.5">
        {panelIds.map((id) => (
          <li key={id} className={id === 'settings' ? 'mt-auto' : undefined}>
            <RailButton id={id} current={id === open} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function RailButton({ id, current }: { id: PanelId; current: boolean }) {
  const { name, icon: Icon } = panels[id]
  const keys = useKeys(`go.${id}`)
  // Only this panel's number: the status changes with every job that progresses.
  const { data: jobs = 0 } = useQuery(
    queries.application.status.queryOptions({ select: (status) => countJobs(id, status.jobs) }),
  )
  return (
    <Tooltip label={name} keys={keys} side="right">
      <button
        type="button"
        aria-current={current ? 'page' : undefined}
        aria-description={jobs > 0 ? `${formatCount(jobs)} running` : undefined}
        // Loaded by the time of the click.
        onPointerEnter={() => preloadPanel(id)}
        onFocus={() => preloadPanel(id)}
        onClick={() => openPanel(id)}
        className={joinClasses(
          'flex w-full flex-col items-center gap-0.5 rounded-lg py-1.5 text-xs transition-colors',
          current ? 'bg-accent-wash font-medium text-accent' : 'text-soft hover:bg-hover hover:text-ink',
        )}
      >
        <span className="relative">
          <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
          {jobs > 0 && (
            <span
              aria-hidden="true"
              data-badge
              className="absolute -top-1.5 left-3 flex h-4 min-w-4 items-center justify-center rounded-full bg-accent-fill px-1 font-medium text-badge text-on-accent tabular-nums leading-none"
            >
              {jobs > 99 ? '99+' : jobs}
            </span>
          )}
        </span>
        <span className="slim:sr-only">{name}</span>
      </button>
    </Tooltip>
  )
}

function countJobs(panel: PanelId, jobs: ApplicationStatus['jobs']): number {
  if (panel === 'video') return jobs.videos
  if (panel === 'transcribe') return jobs.transcriptions
  return panel === 'embeddings' ? jobs.embeddings : 0
}
