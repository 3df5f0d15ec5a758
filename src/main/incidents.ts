// What went wrong in the application itself: logged, and shown once in the window.
import type { Incident, IncidentKind } from '#shared/schemas/incident'
import { createMailbox } from '#workspace/concurrency/mailbox'
import type { ErrorLog } from './error-log'

export interface Incidents {
  readonly logFile: string
  /** Logs the error under this title; the next page that watches shows a notice. */
  report(kind: IncidentKind, title: string, error?: unknown): void
  /** Incidents that no page has shown yet, then each new one. For one page at a time. */
  watch(signal?: AbortSignal): AsyncIterable<Incident>
}

export function createIncidents(log: ErrorLog): Incidents {
  const unseen = createMailbox<Incident>((waiting, incident) => {
    if (!waiting.some(({ kind }) => kind === incident.kind)) waiting.push(incident)
  })
  return {
    logFile: log.file,
    report(kind, title, error) {
      log.write(title, error)
      unseen.put({ kind })
    },
    watch: unseen.read,
  }
}
