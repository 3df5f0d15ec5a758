// Embeddings: the sets, and the open one with its texts and its vectors.
import { useEffect, useRef } from 'react'
import { toast } from 'sonner'
import { tellOutcome } from '../../api/tell-outcome'
import { DropOverlay } from '../../attachments/DropOverlay'
import { type Dropped, useFileDrop } from '../../attachments/use-file-drop'
import { PanelHeader } from '../../components/PanelHeader'
import { Skeleton } from '../../components/Skeleton'
import { useMediaQuery } from '../../components/use-media-query'
import { consumeJobFocus, useFocusRequests } from '../../state/focus-requests'
import { EmbeddingsStart } from './EmbeddingsStart'
import { FileInput } from './FileInput'
import { TableDialog } from './intake/TableDialog'
import { takeTable } from './intake/table-intake'
import { OpenSet } from './OpenSet'
import { SetDrawer } from './sets/SetDrawer'
import { SetList } from './sets/SetList'
import { embeddingForm } from './state/embedding-form'
import { useEmbeddingSet, watchEmbeddings } from './state/embedding-set'
import { openSet, useEmbeddingView } from './state/embedding-view'
import { useSets } from './use-sets'
import { prepareVectors } from './vectors/vectors'

/** From here on the list of sets stands beside the open one. */
const roomy = '(width >= 1040px)'

export function EmbeddingsPanel() {
  const inside = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const isRoomy = useMediaQuery(roomy)
  const openId = useEmbeddingView((view) => view.openId)
  const set = useEmbeddingSet((live) => live.set)
  const hovering = useFileDrop(inside, takeDropped)
  useEffect(() => (openId === null ? undefined : watchEmbeddings(openId)), [openId])
  useEffect(() => void embeddingForm.open(), [])
  useEffect(prepareVectors, [])
  useGone()
  useWishes()
  const addFile = () => input.current?.click()
  const lead = !isRoomy && <SetDrawer />
  return (
    <section aria-label="Embeddings" className="flex h-full min-w-0 flex-col bg-canvas">
      <div ref={inside} className="flex min-h-0 min-w-0 flex-1">
        {isRoomy && (
          <div className="flex w-56 shrink-0 border-line border-r min-[1400px]:w-64">
            <SetList />
          </div>
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
              <Skeleton label="Opening the set" widths={['46%', '72%', '64%']} className="p-6" />
            )}
          </div>
        )}
      </div>
      <FileInput ref={input} onFile={(file) => tellOutcome(takeTable(file, file.name))} />
      <TableDialog set={openId === null ? null : set} />
      {hovering && (
        <DropOverlay hovering={hovering} title="Add the texts of the file">
          CSV, JSONL or TXT. You choose which column is the text before anything is added.
        </DropOverlay>
      )}
    </section>
  )
}

function takeDropped({ files: [file, ...others], folders }: Dropped) {
  if (folders.length > 0) toast.error('Drop a file: folders cannot be read as texts.')
  if (!file) return
  if (/\.np[yz]$/i.test(file.name)) {
    toast('Vectors are brought in by “Import set…”, above the sets.')
    return
  }
  tellOutcome(takeTable(file, file.name))
  if (others.length > 0) toast('One file at a time: only the first of them was taken.')
}

/** What is open was deleted, here or in the Library: its watching ends without a word. */
function useGone() {
  const { sets, isKnown, isFetching } = useSets()
  const openId = useEmbeddingView((view) => view.openId)
  const isGone = isKnown && !isFetching && openId !== null && sets.every(({ id }) => id !== openId)
  useEffect(() => {
    if (isGone) openSet(null)
  }, [isGone])
}

/** Another panel wants a set to be seen. */
function useWishes() {
  const wished = useFocusRequests((state) => state.job)
  useEffect(() => {
    if (wished?.panel !== 'embeddings') return
    const id = consumeJobFocus('embeddings')
    if (id !== undefined) openSet(id)
  }, [wished])
}
