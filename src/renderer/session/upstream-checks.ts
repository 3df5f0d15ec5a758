// Tests of upstreams: one under way or the last one's result for each, and whether it still holds.
import { create } from 'zustand'
import type { KeySlot } from '#shared/schemas/key-status'
import type { Settings } from '#shared/schemas/settings'
import type { UpstreamReport } from '#shared/schemas/upstream-report'
import { describeError } from '../desktop/describe-error'
import { desktop } from '../desktop/desktop'
import { type KeyChanges, toCheckBasis } from './check-basis'

type UpstreamCheck =
  | { readonly state: 'running'; readonly startedAt: number; readonly cancel: () => void }
  | { readonly state: 'done'; readonly basis: string; readonly report: UpstreamReport }
  | { readonly state: 'failed'; readonly basis: string; readonly message: string }

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
  const running = useUpstreamChecks.getState().checks[upstream]
  if (running?.state === 'running') return undefined
  const controller = new AbortController()
  const basis = toCheckBasis(upstream, settings, useUpstreamChecks.getState().keyChanges)
  keep(upstream, { state: 'running', startedAt: Date.now(), cancel: () => controller.abort() })
  try {
    const report = await desktop.upstreams.check({ upstream }, { signal: controller.signal })
    keep(upstream, { state: 'done', basis, report })
    return report
  } catch (error) {
    if (controller.signal.aborted) forget(upstream)
    else keep(upstream, { state: 'failed', basis, message: describeError(error) })
    return undefined
  }
}

function keep(upstream: string, check: UpstreamCheck) {
  useUpstreamChecks.setState(({ checks }) => ({ checks: { ...checks, [upstream]: check } }))
}

function forget(upstream: string) {
  useUpstreamChecks.setState(({ checks: { [upstream]: _, ...others } }) => ({ checks: others }))
}
