// Problems with the media folder and its files, and what is shown if there are no items.
import { useQuery } from '@tanstack/react-query'
import { FolderOpen, SearchX, Trash2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { LibraryQuery } from '#shared/schemas/library'
import { queries } from '../../api/desktop'
import { Button } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { IconButton } from '../../components/IconButton'
import { Notice } from '../../components/Notice'
import { openConversation, openDrawing, openPanel } from '../../state/navigation'
import { openSettings } from '../../state/settings-view'
import { reconcileLibrary } from './actions/item-actions'
import { describeFileProblems } from './describe-item'
import { clearFilters, isNarrowed, noFilters } from './filters/filters'
import { facetOptions } from './items/pages'
import { changeView, setFilters, useLibraryView } from './library-view'

const fileProblemsQuery = LibraryQuery.parse({ troubled: true })
/** Enough to know whether they are missing or changed. */
const maxProblemsRead = 100

export function LibraryNotices() {
  const failure = useReconciliation()
  const { data: facets } = useQuery(facetOptions)
  const known = useLibraryView((state) => state.knownTroubled)
  const isShown = useLibraryView(({ filters }) => filters.troubled || filters.bin)
  const troubled = facets?.troubled ?? 0
  if (failure) {
    return (
      <div className="px-4 pt-2">
        <Notice
          tone="danger"
          title="The media folder could not be looked through."
          actions={
            <Button size="small" onClick={() => openSettings('folders')}>
              Folders
            </Button>
          }
        >
          {failure}
        </Notice>
      </div>
    )
  }
  if (troubled === 0 || isShown || troubled <= known) return null
  return <FileProblems total={troubled} />
}

function FileProblems({ total }: { total: number }) {
  const { data } = useQuery(
    queries.library.list.queryOptions({
      input: { query: fileProblemsQuery, offset: 0, limit: maxProblemsRead },
    }),
  )
  if (!data) return null
  return (
    <div className="px-4 pt-2">
      <Notice
        tone="warn"
        title={`${describeFileProblems(data.items, data.total)}.`}
        actions={
          <>
            <Button size="small" onClick={() => setFilters({ ...noFilters, troubled: true })}>
              Show them
            </Button>
            <IconButton
              size="small"
              label="Dismiss"
              icon={X}
              onClick={() => changeView({ knownTroubled: total })}
            />
          </>
        }
      />
    </div>
  )
}

/** Milliseconds between two runs. */
const minIntervalMs = 3_000
/** The panel is rendered first. */
const firstDelayMs = 400

/** Keeps the Library in step with its folder, on opening and on focus. Returns why the folder could not be read, or null. */
function useReconciliation(): string | null {
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    let lastRun = Number.NEGATIVE_INFINITY
    let isRunning = false
    let isUnmounted = false
    const run = async () => {
      if (isRunning || performance.now() - lastRun < minIntervalMs) return
      isRunning = true
      const problem = await reconcileLibrary()
      isRunning = false
      lastRun = performance.now()
      if (!isUnmounted) setFailure(problem)
    }
    const onFocus = () => void run()
    const timer = setTimeout(onFocus, firstDelayMs)
    window.addEventListener('focus', onFocus)
    return () => {
      isUnmounted = true
      clearTimeout(timer)
      window.removeEventListener('focus', onFocus)
    }
  }, [])
  return failure
}

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
