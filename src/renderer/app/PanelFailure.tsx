// What stands in the place of a panel that broke: the others go on.
import { CircleAlert } from 'lucide-react'
import { toast } from 'sonner'
import { describeError } from '../api/describe-error'
import { desktop } from '../api/desktop'
import { Button } from '../components/Button'
import { EmptyState } from '../components/EmptyState'

interface PanelFailureProps {
  readonly panel: string
  readonly error: Error
  readonly retry: () => void
}

export function PanelFailure({ panel, error, retry }: PanelFailureProps) {
  const reveal = () => {
    desktop.application.revealDataFolder().catch((reason) => toast.error(describeError(reason)))
  }
  return (
    <main className="min-w-0 flex-1 bg-canvas">
      <EmptyState icon={CircleAlert} title={`${panel} cannot be shown`}>
        <p>What you have made is safe on the disk; only this view has failed.</p>
        <pre className="selectable max-w-full whitespace-pre-wrap rounded-md bg-sunken px-3 py-2 text-left font-mono text-sm [overflow-wrap:anywhere]">
          {error.message}
        </pre>
        <div className="flex gap-2">
          <Button onClick={reveal}>Reveal data folder</Button>
          <Button onClick={() => location.reload()}>Reload window</Button>
          <Button look="primary" onClick={retry}>
            Try again
          </Button>
        </div>
      </EmptyState>
    </main>
  )
}
