// Logs the application's errors, with redacted keys and limited size, and shows each once in the window.
import { appendFileSync, renameSync, statSync } from 'node:fs'
import { createRedactor } from '#gateway/upstreams/redactor'
import type { Incident, IncidentKind } from '#shared/schemas/application-status'
import { createMailbox } from '#workspace/concurrency/mailbox'

interface ErrorLog {
  readonly file: string
  /** Synchronous, because the process may be about to end. Never throws. */
  write(title: string, error?: unknown): void
  /** Secrets that no entry may contain. */
  redact(secrets: () => readonly string[]): void
}

/** Maximum size. One older file of this size is kept as `errors.old.log`. */
const maxBytes = 524_288
const maxErrorLength = 65_536
const maxEntryLength = 16_384

export function openErrorLog(file: string): ErrorLog {
  let readSecrets: () => readonly string[] = () => []
  return {
    file,
    write(title, error) {
      try {
        const text = [title, describeError(error)].filter(Boolean).join('\n').slice(0, maxErrorLength)
        const { redact } = createRedactor(readSecrets(), [])
        rotate(file)
        // Truncated after redaction, because truncation could leave a part of a key.
        const entry = `${new Date().toISOString()} ${redact(text)}`.slice(0, maxEntryLength)
        appendFileSync(file, `${entry}\n\n`, { mode: 0o600 })
      } catch {
        // A full disk must not cause a second error.
      }
    },
    redact(secrets) {
      readSecrets = secrets
    },
  }
}

function describeError(error: unknown): string {
  if (error === undefined) return ''
  if (!(error instanceof Error)) return String(error)
  const text = error.stack ?? `${error.name}: ${error.message}`
  return error.cause === undefined ? text : `${text}\nCause: ${describeError(error.cause)}`
}

function rotate(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size >= maxBytes) renameSync(file, file.replace(/\.log$/, '.old.log'))
}

export interface Incidents {
  readonly logFile: string
  /** Logs the error under this title; the next page that watches shows a notice. */
  report(kind: IncidentKind, title: string, error?: unknown): void
  /** Yields incidents that no page has shown yet, then each new one. For one page at a time. */
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
