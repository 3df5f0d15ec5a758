// Transcribe: the place where audio will become text.
import { AudioLines } from 'lucide-react'
import { EmptyState } from '../../kit/EmptyState'
import { PanelHeader } from '../../kit/PanelHeader'

export function TranscribePanel() {
  return (
    <section aria-label="Transcribe" className="flex h-full flex-col bg-canvas">
      <PanelHeader title="Transcribe" />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <EmptyState icon={AudioLines} title="Turn speech into text">
          <p>
            This panel will transcribe the audio files you drop and the speech you record, and export the
            text.
          </p>
        </EmptyState>
      </div>
    </section>
  )
}
