// Tests of upstreams: for each, the running one or the last result, whether that is outdated, and what it says.
import { create } from 'zustand'
import type { KeySlot } from '#shared/schemas/key-status'
import type { Settings } from '#shared/schemas/settings'
import type { CheckedPart, CheckVerdict, UpstreamReport } from '#shared/schemas/upstream'
import { describeError } from '../api/describe-error'
import { desktop } from '../api/desktop'
import { announce } from '../state/announcement'

type FinishedCheck =
  | { readonly state: 'done'; readonly key: string; readonly report: UpstreamReport }
  | { readonly state: 'failed'; readonly key: string; readonly message: string }

interface RunningCheck {
  readonly state: 'running'
  readonly startedAt: number
  readonly cancel: () => void
  /** Shown meanwhile, and again if this check is canceled. */
  readonly last: FinishedCheck | undefined
}

type UpstreamCheck = FinishedCheck | RunningCheck

/** How often the secret of each slot was set or removed; the secrets themselves are unknown here. */
type KeyChanges = Readonly<Record<string, number>>

interface UpstreamChecks {
  /** By the upstream's id: `demo`, `vendor`, or the profile's. */
  readonly checks: Readonly<Record<string, UpstreamCheck>>
  readonly keyChanges: KeyChanges
}

export const useUpstreamChecks = create<UpstreamChecks>()(() => ({ checks: {}, keyChanges: {} }))

export function recordKeyChange(slot: KeySlot) {
  useUpstreamChecks.setState(({ keyChanges }) => ({
    keyChanges: { ...keyChanges, [slot]: (keyChanges[slot] ?? 0) + 1 },
  }))
}

/** Everything a result depends on: it is valid as long as this text is unchanged. */
export function toCheckKey(upstream: string, settings: Settings, keyChanges: KeyChanges): string {
  if (upstream === 'demo') return 'demo'
  const slots = upstream === 'vendor' ? ['gemini', 'openai', 'proxy'] : [upstream, 'proxy']
  const service = settings.services.find(({ id }) => id === upstream)
  const server = settings.openAiProfiles.find(({ id }) => id === upstream)
  const parts =
    upstream === 'vendor'
      ? [settings.vendor, settings.aliases]
      : [service?.baseUrl ?? server?.baseUrl ?? null, service?.apiBaseUrl ?? null]
  return JSON.stringify([
    parts,
    settings.models,
    settings.network,
    slots.map((slot) => keyChanges[slot] ?? 0),
  ])
}

/** Announces its start and its result to screen readers. */
export async function checkUpstream(upstream: string, settings: Settings): Promise<void> {
  announce('A test is already running.')
  const report = await requestReport(upstream, settings)
  announce(report ? summarizeReport(report) : 'The test ended without a result. Try again.')
}

/** Cancels a running check first, because its result would be about other settings or keys. */
export async function recheckUpstream(upstream: string, settings: Settings): Promise<void> {
  const running = useUpstreamChecks.getState().checks[upstream]
  if (running?.state === 'running') {
    running.cancel()
    await new Promise<void>((resolve) => {
      const stop = useUpstreamChecks.subscribe(({ checks }) => {
        if (checks[upstream]?.state === 'running') return
        stop()
        resolve()
      })
    })
  }
  await checkUpstream(upstream, settings)
}

/** Resolves to undefined if the check was canceled or failed. */
async function requestReport(upstream: string, settings: Settings): Promise<UpstreamReport | undefined> {
  const last = useUpstreamChecks.getState().checks[upstream]
  if (last?.state === 'running') return undefined
  const controller = new AbortController()
  const key = toCheckKey(upstream, settings, useUpstreamChecks.getState().keyChanges)
  setCheck(upstream, { state: 'running', startedAt: Date.now(), cancel: () => controller.abort(), last })
  try {
    const report = await desktop.upstreams.check({ upstream }, { signal: controller.signal })
    setCheck(upstream, { state: 'done', key, report })
    return report
  } catch (error) {
    setCheck(
      upstream,
      controller.signal.aborted ? last : { state: 'failed', key, message: describeError(error) },
    )
    return undefined
  }
}

function setCheck(upstream: string, check: UpstreamCheck | undefined) {
  useUpstreamChecks.setState(({ checks: { [upstream]: _, ...others } }) => ({
    checks: check ? { ...others, [upstream]: check } : others,
  }))
}

/** The last check that has ended. */
export function toFinished(check: UpstreamCheck | undefined): FinishedCheck | undefined {
  return check?.state === 'running' ? check.last : check
}

export interface CheckDescription {
  readonly mark: 'ok' | 'warn' | 'bad'
  readonly finding: string
  /** Empty if there is nothing to do. */
  readonly advice: string
  /** Its settings are in Settings > Network. */
  readonly isNetwork: boolean
}

/** Milliseconds after which a part that works counts as slow. */
const slowMs = 4_000

const networkVerdicts: ReadonlySet<CheckVerdict> = new Set(['network', 'proxy', 'certificate'])

export function describePart({ verdict, finding, advice, milliseconds }: CheckedPart): CheckDescription {
  if (verdict !== 'working')
    return {
      mark: verdict === 'no-key' ? 'warn' : 'bad',
      finding,
      advice,
      isNetwork: networkVerdicts.has(verdict),
    }
  if (milliseconds === null || milliseconds <= slowMs)
    return { mark: 'ok', finding: 'Working', advice: '', isNetwork: false }
  return {
    mark: 'warn',
    finding: 'Working, but slow',
    advice: 'Test again in a moment. If it stays slow, check the proxy or the provider’s status page.',
    isNetwork: false,
  }
}

export const partNames: Readonly<Record<CheckedPart['part'], string>> = {
  demo: 'Demo',
  content: 'Text, images, video, and embeddings',
  transcription: 'Transcription',
  gemini: 'Gemini API',
  openai: 'OpenAI API',
  models: 'List of models',
}

/** For a screen reader, once a test has ended. */
function summarizeReport({ parts }: UpstreamReport): string {
  return parts.map((part) => `${partNames[part.part]}: ${describePart(part).finding}.`).join(' ')
}
