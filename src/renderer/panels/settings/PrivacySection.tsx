// Privacy: what is stored on this computer, what is sent to whom, and whether links ask before they open.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import type { Settings } from '#shared/schemas/settings'
import { desktop, queries } from '../../api/desktop'
import { toastOutcome } from '../../api/toast-outcome'
import { Button } from '../../components/Button'
import { openSettings } from '../../state/settings-view'
import { Section } from './FormParts'
import { TableSetting } from './TableSetting'

export function PrivacySection({ settings, status }: { settings: Settings; status: ApplicationStatus }) {
  const { data: hasFeed } = useQuery(queries.updates.read.queryOptions({ select: (state) => state.hasFeed }))
  return (
    <Section id="privacy">
      <Facts label="Sent">
        <Fact name="Prompts and files" setting="Open Provider" onOpen={() => openSettings('upstream')}>
          {describeProvider(status)}
        </Fact>
        <Fact name="Chat titles" setting="Open Chat" onOpen={() => openSettings('chat')}>
          {settings.chatTitles
            ? 'One short request to the same provider after the first response.'
            : 'Never requested.'}
        </Fact>
        <Fact name="Update checks" setting="Open About" onOpen={() => openSettings('about')}>
          {describeUpdateChecks(hasFeed, settings)}
        </Fact>
        <Fact name="Spelling dictionaries" setting="Open Spelling" onOpen={() => openSettings('spelling')}>
          Downloaded only when you choose so. What you type is checked on this computer.
        </Fact>
      </Facts>
      <Facts label="Stored on this computer">
        <Fact
          name="Chats, media, and settings"
          setting="Show data folder"
          onOpen={() => toastOutcome(desktop.application.revealDataFolder())}
        >
          In the data folder and the media folder, not encrypted.
        </Fact>
        <Fact name="Request log" setting="Open Gateway" onOpen={() => openSettings('gateway')}>
          {settings.requestLog.bodies
            ? `Requests with their bodies, for up to ${settings.requestLog.maxDays} days, without keys.`
            : `Headers, sizes, and times, for up to ${settings.requestLog.maxDays} days, without keys.`}
        </Fact>
        <Fact
          name="Event log"
          setting="Open log folder"
          onOpen={() => toastOutcome(desktop.application.openLogFolder())}
        >
          Errors and crashes with positions in the code, without prompts and keys. It’s never sent.
        </Fact>
      </Facts>
      <TableSetting id="confirm-links" settings={settings} />
    </Section>
  )
}

function describeUpdateChecks(hasFeed: boolean | undefined, { updates }: Settings): string {
  if (hasFeed === false) return 'Never: this copy has no update server.'
  return updates.isAutomatic
    ? 'To the publisher’s server, after each start and once a day.'
    : 'Only when you choose Check for updates.'
}

function describeProvider({ upstream: { kind, label } }: ApplicationStatus): string {
  return kind === 'demo'
    ? 'Nowhere: the demo runs on this computer.'
    : `To ${label}, when you send them, and to no one else.`
}

function Facts({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <h3 className="font-medium text-soft text-sm">{label}</h3>
      <ul
        aria-label={label}
        className="flex flex-col divide-y divide-line rounded-lg border border-line-strong"
      >
        {children}
      </ul>
    </div>
  )
}

interface FactProps {
  readonly name: string
  /** The button that shows it, or where it is set. */
  readonly setting: string
  readonly onOpen: () => void
  readonly children: string
}

function Fact({ name, setting, onOpen, children }: FactProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5 pr-2 pl-3">
      <div className="flex min-w-60 flex-1 flex-col">
        <span className="font-medium">{name}</span>
        <span className="text-soft text-sm">{children}</span>
      </div>
      <Button size="small" onClick={onOpen}>
        {setting}
      </Button>
    </li>
  )
}
