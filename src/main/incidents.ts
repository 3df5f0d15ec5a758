// Faults of the application itself: each is logged, and shown once in the window.
import type { Incident, IncidentKind } from '#shared/schemas/application-status'
import type { Log, LogEvent } from './log'
import { createPageMailboxes, type PageId } from './page-mailboxes'

export interface Incidents {
  /** Logs the error; the page that had the focus last shows a notice, or else the next page. */
  report(kind: IncidentKind, event: LogEvent, error?: unknown): void
  /** Like `report`, for something that concerns only this page. */
  reportIn(page: PageId, kind: IncidentKind, event: LogEvent): void
  /** Like `report`, for something that the log has already. `detail` is shown as it is. */
  show(incident: Incident): void
  /** Yields incidents that no page has shown yet, then each new one, unless another page shows it. */
  watch(page: PageId, signal?: AbortSignal): AsyncIterable<Incident>
}

export function createIncidents(
  log: Pick<Log, 'write'>,
  choosePage?: (pages: readonly PageId[]) => PageId | undefined,
): Incidents {
  const unseen = createPageMailboxes<Incident>({
    merge: (waiting, incident) => {
      if (!waiting.some(({ kind }) => kind === incident.kind)) waiting.push(incident)
    },
    ...(choosePage && { choose: choosePage }),
  })
  return {
    report(kind, event, error) {
      log.write(event, error)
      unseen.put({ kind })
    },
    reportIn(page, kind, event) {
      log.write(event)
      unseen.put({ kind }, page)
    },
    show: (incident) => unseen.put(incident),
    watch: unseen.read,
  }
}
