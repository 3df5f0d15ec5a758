// Tests of upstreams: one under way or the last one's result for each, and whether it still holds.
import { create } from 'zustand'
import type { KeySlot } from '#shared/schemas/key-status'
import type { Settings } from '#shared/schemas/settings'
import type { UpstreamReport } from '#shared/schemas/upstream-report'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { type KeyChanges, toCheckBasis } from './check-basis'

type FinishedCheck =
  | { readonly state: 'done'; readonly basis: string; readonly report: UpstreamReport }
  | { readonly state: 'failed'; readonly basis: string; readonly message: string }

interface RunningCheck {
  readonly state: 'running'
  readonly startedAt: number
  readonly cancel: () => void
  /** It stays in sight meanwhile, and for good where this one is cancelled. */
  readonly last: FinishedCheck | undefined
}

type UpstreamCheck = FinishedCheck | RunningCheck

interface UpstreamChecks {
  /** By the upstream's id: `demo`, `vendor`, or the profile's own. */
  readonly checks: Readonly<Record<string, UpstreamCheck>>
  readonly keyChanges: KeyChanges
}

export const useUpstreamChecks = create<UpstreamChecks>()(() => ({ checks: {}, keyChanges: {} }))

export function noteKeyChange(slot: KeySlot) {
  useUpstreamChecks.setState(({ keyChanges }) => ({
    keyChanges: { ...keyChanges, [slot]: (keyChanges[slot] ?? 0) + 1 },
  }))
}

/** Resolves to the report; undefined where it was cancelled or could not be made. */
export async function checkUpstream(
  upstream: string,
  settings: Settings,
): Promise<UpstreamReport | undefined> {
  const last = useUpstreamChecks.getState().checks[upstream]
  if (last?.state === 'running') return undefined
  const controller = new AbortController()
  const basis = toCheckBasis(upstream, settings, useUpstreamChecks.getState().keyChanges)
  keep(upstream, { state: 'running', startedAt: Date.now(), cancel: () => controller.abort(), last })
  try {
    const report = await desktop.upstreams.check({ upstream }, { signal: controller.signal })
    keep(upstream, { state: 'done', basis, report })
    return report
  } catch (error) {
    if (controller.signal.aborted) restore(upstream, last)
    else keep(upstream, { state: 'failed', basis, message: describeError(error) })
    return undefined
  }
}

function keep(upstream: string, check: UpstreamCheck) {
  useUpstreamChecks.setState(({ checks }) => ({ checks: { ...checks, [upstream]: check } }))
}

function restore(upstream: string, last: FinishedCheck | undefined) {
  if (last) return keep(upstream, last)
  useUpstreamChecks.setState(({ checks: { [upstream]: _, ...others } }) => ({ checks: others }))
}

/** What there is to be seen of an upstream's tests: the last one that has ended. */
export function toFinished(check: UpstreamCheck | undefined): FinishedCheck | undefined {
  return check?.state === 'running' ? check.last : check
}
