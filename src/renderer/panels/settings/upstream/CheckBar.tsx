// Begins a test of an upstream, shows how long it has been under way, and ends it.
import type { Settings } from '#shared/schemas/settings'
import { Button } from '../../../components/Button'
import { onEscape } from '../../../components/on-escape'
import { useNow } from '../../../components/use-now'
import { runCheck } from '../state/run-check'
import { useUpstreamChecks } from '../state/upstream-checks'

interface CheckBarProps {
  readonly upstream: string
  /** As it stands after "Test". */
  readonly name: string
  readonly settings: Settings
}

export function CheckBar({ upstream, name, settings }: CheckBarProps) {
  const check = useUpstreamChecks(({ checks }) => checks[upstream])
  const running = check?.state === 'running' ? check : null
  const press = () => (running ? running.cancel() : void runCheck(upstream, settings))
  const cancelByKey = running ? onEscape(running.cancel) : undefined
  // One button throughout, so that the keyboard's focus stays on it.
  return (
    <span className="flex shrink-0 items-center gap-2">
      {running && <Elapsed since={running.startedAt} />}
      <Button
        size="small"
        aria-label={running ? `Cancel the test of ${name}` : `Test ${name}`}
        onClick={press}
        onKeyDown={cancelByKey}
      >
        {running ? 'Cancel' : 'Test'}
      </Button>
    </span>
  )
}

function Elapsed({ since }: { since: number }) {
  const now = useNow(1_000)
  const seconds = Math.max(0, Math.floor((now - since) / 1000))
  return <span className="animate-breathe text-soft text-sm tabular-nums">Testing, {seconds} s</span>
}
