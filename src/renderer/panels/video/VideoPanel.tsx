// Video: the place where videos will be made as long-running jobs.
import { Clapperboard } from 'lucide-react'
import { EmptyState } from '../../kit/EmptyState'
import { PanelHeader } from '../../kit/PanelHeader'

export function VideoPanel() {
  return (
    <section aria-label="Video" className="flex h-full flex-col bg-canvas">
      <PanelHeader title="Video" />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <EmptyState icon={Clapperboard} title="Make short videos">
          <p>
            This panel will make videos from a prompt as jobs that survive a restart, and keep the finished
            ones on your disk.
          </p>
        </EmptyState>
      </div>
    </section>
  )
}
