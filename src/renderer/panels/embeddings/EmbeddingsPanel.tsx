// The Embeddings panel: the list of sets, and the open set or the start screen.

import { Boxes, FolderOpen, MessagesSquare, Orbit, TextCursorInput } from 'lucide-react'
import { type Ref, useEffect, useRef } from 'react'
import { toast } from 'sonner'
import { toastOutcome } from '../../api/toast-outcome'
import { DropOverlay, type Dropped, useFileDrop } from '../../attachments/DropOverlay'
import { HiddenFileInput } from '../../components/HiddenFileInput'
import { PanelHeader } from '../../components/PanelHeader'
import { Skeleton } from '../../components/Skeleton'
import { useMediaQuery } from '../../components/use-media-query'
import { StartScreen } from '../../notices/StartScreen'
import { PaneToggle, SidePane, useIsPaneHidden } from '../../panes/SidePane'
import { useCommandHandler } from '../../state/command-handlers'
import { openDrafts } from '../../state/draft-store'
import { useJobFocus } from '../../state/focus-requests'
import { nameNewSet } from './describe-set'
import { OpenSet } from './OpenSet'
import { runQuestions, runSample } from './sample'
import { SetDrawer, SetList } from './sets/SetList'
import { createSet, useSets } from './state/embedding-actions'
import { useEmbeddingSet, watchEmbeddings } from './state/embedding-set'
import { openSet, useEmbeddingView } from './state/embedding-view'
import { chooseVectors, importDropped, isNumpyFile } from './state/import-vectors'
import { TableDialog } from './table-import/TableDialog'
import { startTableImport } from './table-import/table-import'
import { VectorsDialog } from './table-import/VectorsDialog'
import { prepareVectors } from './vectors/vectors'

/** At this width and above, the list of sets is beside the open one. */
const wideLayout = '(width >= 1040px)'

export function EmbeddingsPanel() {
  const panel = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const isWide = useMediaQuery(wideLayout)
  const isListHidden = useIsPaneHidden('embeddings')
  const openId = useEmbeddingView((view) => view.openId)
  const set = useEmbeddingSet((live) => live.set)
  const hovering = useFileDrop(panel, handleDrop)
  useEffect(() => (openId === null ? undefined : watchEmbeddings(openId)), [openId])
  useEffect(() => void openDrafts(), [])
  useEffect(prepareVectors, [])
  useCloseDeleted()
  useJobFocus('embeddings', openSet)
  const addFile = () => input.current?.click()
  useCommandHandler('embeddings.import', addFile)
  const lead = isWide ? <PaneToggle id="embeddings" name="sets" /> : <SetDrawer />
  return (
    <section aria-label="Embeddings" className="flex h-full min-w-0 flex-col bg-canvas">
      <div ref={panel} className="flex min-h-0 min-w-0 flex-1">
        {isWide && !isListHidden && (
          <SidePane id="embeddings" name="sets" className="w-52 min-[1200px]:w-60 min-[1900px]:w-72">
            <SetList />
          </SidePane>
        )}
        {openId !== null && set?.id === openId && (
          <OpenSet key={openId} set={set} lead={lead} onAddFile={addFile} />
        )}
        {(openId === null || set?.id !== openId) && (
          <div className="flex min-w-0 flex-1 flex-col">
            <PanelHeader title="Embeddings" lead={lead} />
            {openId === null ? (
              <EmbeddingsStart onAddFile={addFile} />
            ) : (
              <Skeleton label="Loading set…" widths={['46%', '72%', '64%']} className="p-6" />
            )}
          </div>
        )}
      </div>
      <FileInput ref={input} onFile={importSelected} />
      <TableDialog set={openId === null ? null : set} />
      <VectorsDialog />
      {hovering && (
        <DropOverlay hovering={hovering} title="Import texts or vectors">
          Texts as CSV, JSONL, or TXT. Vectors as NPY, CSV, TSV, or JSONL, with their labels. You’ll choose
          the columns before anything is added.
        </DropOverlay>
      )}
    </section>
  )
}

function handleDrop({ files, folders }: Dropped) {
  if (folders.length > 0) toast.error('Drop a file, not a folder.')
  toastOutcome(importDropped(files), 'Couldn’t import the file')
}

/** A chosen table has texts, because vectors have another button. */
function importSelected(file: File) {
  const importing = isNumpyFile(file) ? importDropped([file]) : startTableImport(file, file.name)
  toastOutcome(importing, 'Couldn’t import the file')
}

/** Closes a set that was deleted, here or in the Library: its subscription ends without an event. */
function useCloseDeleted() {
  const { sets, isKnown, isFetching } = useSets()
  const openId = useEmbeddingView((view) => view.openId)
  const isDeleted = isKnown && !isFetching && openId !== null && sets.every(({ id }) => id !== openId)
  useEffect(() => {
    if (isDeleted) openSet(null)
  }, [isDeleted])
}

function FileInput({ ref, onFile }: { ref: Ref<HTMLInputElement>; onFile: (file: File) => void }) {
  return (
    <HiddenFileInput
      ref={ref}
      accept=".csv,.tsv,.jsonl,.ndjson,.txt,.md,text/plain,text/csv"
      label="File to import"
      onFiles={([file]) => file && onFile(file)}
    />
  )
}

function EmbeddingsStart({ onAddFile }: { onAddFile: () => void }) {
  const { sets } = useSets()
  return (
    <StartScreen
      title="Explore embeddings"
      demoText="The built-in demo computes real vectors offline from the words and letters in each text, with no API key. To use a real model, choose a provider in Settings."
      text="Turn texts into vectors, compare them, find nearest neighbors, and plot them on a map. Vectors are cached, so you never pay twice for the same text."
      gridClassName="@min-[560px]:grid-cols-2"
      starters={[
        {
          title: 'Try a sample',
          text: 'Ten texts about space, cooking, and music, embedded right away. Do the three topics cluster?',
          picture: <Orbit {...iconAttributes} />,
          run: runSample,
        },
        {
          title: 'Try similar questions',
          text: 'Eight questions to a support team, each asked in two ways. Is the nearest neighbor the same question?',
          picture: <MessagesSquare {...iconAttributes} />,
          run: runQuestions,
        },
        {
          title: 'Type or paste texts',
          text: 'Create a set with one text per line, then run it.',
          picture: <TextCursorInput {...iconAttributes} />,
          run: () => createSet(nameNewSet(sets)),
        },
        {
          title: 'Import a file',
          text: 'CSV, JSONL, or TXT with up to 200,000 rows. You choose the text column.',
          picture: <FolderOpen {...iconAttributes} />,
          run: onAddFile,
        },
        {
          title: 'Import vectors',
          text: 'Vectors of any model as NPY, CSV, TSV, or JSONL with their labels, or an exported set.',
          picture: <Boxes {...iconAttributes} />,
          run: () => toastOutcome(chooseVectors(), 'Couldn’t import the vectors'),
        },
      ]}
    >
      Drop a file anywhere in this panel. Each set stores its texts, settings, and vectors on this computer.
    </StartScreen>
  )
}

const iconAttributes = { size: 20, strokeWidth: 1.5, 'aria-hidden': true, className: 'text-faint' } as const
