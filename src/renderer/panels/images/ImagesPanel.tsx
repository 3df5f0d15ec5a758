// Images: the place where images will be drawn and edited.
import { Image } from 'lucide-react'
import { EmptyState } from '../../kit/EmptyState'
import { PanelHeader } from '../../kit/PanelHeader'

export function ImagesPanel() {
  return (
    <section aria-label="Images" className="flex h-full flex-col bg-canvas">
      <PanelHeader title="Images" />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <EmptyState icon={Image} title="Draw and edit images">
          <p>
            This panel will draw images from a prompt and edit them step by step, and keep every result on
            your disk with its prompt.
          </p>
        </EmptyState>
      </div>
    </section>
  )
}
