// Library: the place where everything made will be found again.
import { FolderOpen } from 'lucide-react'
import { EmptyState } from '../../kit/EmptyState'
import { PanelHeader } from '../../kit/PanelHeader'

export function LibraryPanel() {
  return (
    <section aria-label="Library" className="flex h-full flex-col bg-canvas">
      <PanelHeader title="Library" />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <EmptyState icon={FolderOpen} title="Everything you have made">
          <p>
            This panel will list every image, video, transcript and conversation as files that you can search,
            reveal and export.
          </p>
        </EmptyState>
      </div>
    </section>
  )
}
