// Faults of the application itself: each is logged, and shown once in the window.
import type { Incident, IncidentKind } from '#shared/schemas/application-status'
import { createMailbox } from '#workspace/concurrency/mailbox'
import type { Log, LogEvent } from './log'

export interface Incidents {
  /** Logs the error; the next page that watches shows a notice. */
  report(kind: IncidentKind, event: LogEvent, error?: unknown): void
  /** Like `report`, for something that the log has already. `detail` is shown as it is. */
  show(incident: Incident): void
  /** Yields incidents that no page has shown yet, then each new one. For one page at a time. */
  watch(signal?: AbortSignal): AsyncIterable<Incident>
}

export function createIncidents(log: Pick<Log, 'write'>): Incidents {
  const unseen = createMailbox<Incident>((waiting, incident) => {
    if (!waiting.some(({ kind }) => kind === incident.kind)) waiting.push(incident)
  })
  return {
    report(kind, event, error) {
      log.write(event, error)
      unseen.put({ kind })
    },
    show: unseen.put,
    watch: unseen.read,
  }
}
