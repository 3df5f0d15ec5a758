// Embeddings: the place where texts will be embedded and compared.
import { Orbit } from 'lucide-react'
import { EmptyState } from '../../kit/EmptyState'
import { PanelHeader } from '../../kit/PanelHeader'

export function EmbeddingsPanel() {
  return (
    <section aria-label="Embeddings" className="flex h-full flex-col bg-canvas">
      <PanelHeader title="Embeddings" />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <EmptyState icon={Orbit} title="Look into embeddings">
          <p>
            This panel will turn texts into vectors, compare them, find their neighbours and draw them as a
            map.
          </p>
        </EmptyState>
      </div>
    </section>
  )
}
