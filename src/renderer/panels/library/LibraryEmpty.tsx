// What stands where no item is: nothing made yet, nothing found, an empty trash.
import { useQuery } from '@tanstack/react-query'
import { FolderOpen, SearchX, Trash2 } from 'lucide-react'
import { Button } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { openConversation, openDrawing, openPanel } from '../../state/navigation'
import { clearFilters, isNarrowed, noFilters } from './filters/filters'
import { facetOptions } from './items/page-options'
import { setFilters, useLibraryView } from './library-view'

export function LibraryEmpty() {
  const filters = useLibraryView((state) => state.filters)
  const { data: facets } = useQuery(facetOptions)
  if (isNarrowed(filters)) {
    return (
      <EmptyState icon={SearchX} title="Nothing found">
        <p>No items {filters.bin ? 'in the trash' : 'in the Library'} match your search and filters.</p>
        <Button onClick={() => setFilters(clearFilters(filters))}>Clear filters</Button>
      </EmptyState>
    )
  }
  if (filters.bin) {
    return (
      <EmptyState icon={Trash2} title="Trash is empty">
        <p>Deleted items stay here until you empty the trash.</p>
        <Button onClick={() => setFilters(noFilters)}>Back to the Library</Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={FolderOpen} title="Everything you make is kept here">
      <p>
        Pictures and videos with their prompts, transcripts, and conversations: as files on your disk that you
        can search, tag, compare and export.
        {facets && facets.inBin > 0 ? ' Deleted items are in the trash.' : ''}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button look="primary" onClick={() => openDrawing(null)}>
          Draw a picture
        </Button>
        <Button onClick={() => openPanel('video')}>Make a video</Button>
        <Button onClick={() => openPanel('transcribe')}>Transcribe a sound</Button>
        <Button onClick={() => openConversation(null)}>Begin a chat</Button>
      </div>
    </EmptyState>
  )
}
