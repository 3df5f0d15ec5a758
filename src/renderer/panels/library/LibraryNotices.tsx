// Problems with the media folder and its files, and what is shown if there are no items.
import { useQuery } from '@tanstack/react-query'
import { FolderOpen, SearchX, Trash2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { LibraryQuery } from '#shared/schemas/library'
import { desktop, queries } from '../../api/desktop'
import { Button } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { IconButton } from '../../components/IconButton'
import { Notice } from '../../components/Notice'
import { SampleButtons } from '../../notices/SampleButtons'
import { openConversation, openDrawing, openPanel } from '../../state/navigation'
import { readBuiltInParameters } from '../../state/next-parameters'
import { openSettings } from '../../state/settings-view'
import { reconcileLibrary } from './actions/item-actions'
import { describeFileProblems } from './describe-item'
import { clearFilters, isNarrowed, noFilters } from './filters/filters'
import { facetOptions } from './items/pages'
import { changeView, setFilters, useLibraryView } from './library-view'

const fileProblemsQuery = LibraryQuery.parse({ fileProblems: true })
/** Enough to distinguish missing from changed files. */
const maxProblemsRead = 100

export function LibraryNotices() {
  const failure = useReconciliation()
  const { data: facets } = useQuery(facetOptions)
  const dismissedCount = useLibraryView((state) => state.knownFileProblems)
  const isShown = useLibraryView(({ filters }) => filters.hasFileProblem || filters.bin)
  const problemCount = facets?.fileProblems ?? 0
  if (failure) {
    return (
      <div className="px-4 pt-2">
        <Notice
          tone="danger"
          title="Couldn’t scan the media folder"
          actions={
            <Button size="small" onClick={() => openSettings('folders')}>
              Open Settings
            </Button>
          }
        >
          {failure}
        </Notice>
      </div>
    )
  }
  if (problemCount === 0 || isShown || problemCount <= dismissedCount) return null
  return <FileProblems total={problemCount} />
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
            <Button size="small" onClick={() => setFilters({ ...noFilters, hasFileProblem: true })}>
              Show files
            </Button>
            <IconButton
              size="small"
              label="Dismiss"
              icon={X}
              onClick={() => changeView({ knownFileProblems: total })}
            />
          </>
        }
      />
    </div>
  )
}

/** Minimum interval between two runs, in milliseconds. */
const minIntervalMs = 3_000
/** Lets the panel render first. */
const firstDelayMs = 400

/** Syncs the Library with its folder on opening and on focus. Returns why the folder could not be read, or null. */
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
      <EmptyState icon={SearchX} title="No results">
        <p>No items {filters.bin ? 'in the trash' : 'in the Library'} match your search and filters.</p>
        <Button onClick={() => setFilters(clearFilters(filters))}>Clear filters</Button>
      </EmptyState>
    )
  }
  if (filters.bin) {
    return (
      <EmptyState icon={Trash2} title="Trash is empty">
        <p>Deleted items stay here until you empty the trash.</p>
        <Button onClick={() => setFilters(noFilters)}>Back to Library</Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={FolderOpen} title="Nothing here yet">
      <p>
        Images, videos, transcripts, embeddings, and chats you create appear here. Search, tag, compare, and
        export them.
        {facets && facets.inBin > 0 ? ' Deleted items are in the trash.' : ''}
      </p>
      <SampleButtons samples={librarySamples} />
      <div className="grid grid-cols-2 gap-x-2">
        <Button variant="quiet" onClick={() => openDrawing(null)}>
          Generate an image
        </Button>
        <Button variant="quiet" onClick={() => openPanel('video')}>
          Generate a video
        </Button>
        <Button variant="quiet" onClick={() => openPanel('transcribe')}>
          Transcribe audio
        </Button>
        <Button variant="quiet" onClick={() => openConversation(null)}>
          Start a chat
        </Button>
      </div>
    </EmptyState>
  )
}

const started = 'It appears here when it’s ready.'

async function generateImage(): Promise<string> {
  await desktop.images.draw({
    conversationId: null,
    after: null,
    parts: [{ text: 'A sailboat on a calm sea at sunset with mountains in the background.' }],
    parameters: { model: 'gen-2.5-flash-image', aspectRatio: '16:9' },
    variations: 1,
  })
  return `Generating an image. ${started}`
}

async function startChat(): Promise<string> {
  await desktop.chat.send({
    conversationId: null,
    parts: [{ text: 'Explain how a rainbow forms, first to a child, then to a physicist.' }],
    parameters: readBuiltInParameters(),
  })
  return `Generating a response. ${started}`
}

const librarySamples = [
  { label: 'Generate a sample image', run: generateImage },
  { label: 'Start a sample chat', run: startChat },
] as const
