// Shows faults of the application itself as quiet notices, with a way to the log.
import { toast } from 'sonner'
import type { IncidentKind } from '#shared/schemas/application-status'
import { desktop } from './desktop'
import { keepWatching } from './keep-watching'
import { tellOutcome } from './tell-outcome'

const texts: Record<IncidentKind, { readonly title: string; readonly description: string }> = {
  error: {
    title: 'An unexpected error occurred.',
    description: 'Your work is saved. You can keep working.',
  },
  restart: { title: 'The app restarted after repeated errors.', description: 'Your work is saved.' },
  window: { title: 'The window reloaded after a crash.', description: 'Your work and drafts are saved.' },
  graphics: { title: 'The graphics process restarted after a crash.', description: 'You can keep working.' },
  gateway: {
    title: 'The gateway stopped after an error.',
    description: 'Requests in progress were interrupted. Retry them.',
  },
  helper: { title: 'A background process restarted after an error.', description: 'You can keep working.' },
}

const durationMs = 20_000

/** Follows until the returned function is called. */
export function followIncidents(): () => void {
  return keepWatching({
    open: (signal) => desktop.application.incidents(undefined, { signal }),
    onEvent: ({ kind }) => {
      // One id: the same fault again replaces its notice.
      toast.warning(texts[kind].title, {
        id: `incident ${kind}`,
        description: texts[kind].description,
        duration: durationMs,
        action: { label: 'Open log', onClick: () => tellOutcome(desktop.application.openLog()) },
      })
    },
  })
}
