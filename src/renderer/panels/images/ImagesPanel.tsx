// Images: the list of drawings, the steps of the open one, the composer of the next step, and overlays.
import { Keyboard } from 'lucide-react'
import { useEffect } from 'react'
import { IconButton } from '../../components/IconButton'
import { KeysDialog } from '../../components/KeysDialog'
import { Notice } from '../../components/Notice'
import { PanelHeader } from '../../components/PanelHeader'
import { Skeleton } from '../../components/Skeleton'
import { narrowWindow, useMediaQuery } from '../../components/use-media-query'
import { PictureCompare } from '../../media-viewer/PictureCompare'
import { PictureViewer } from '../../media-viewer/PictureViewer'
import type { ViewedPicture } from '../../media-viewer/viewed-picture'
import { PaneToggle, SidePane, useIsPaneHidden } from '../../panes/SidePane'
import { findTurn } from '../../state/fold-chat'
import { useKeys } from '../../state/keymap'
import { readChat, useChat, watchChat } from '../../state/live-chat'
import { openDrawing, useNavigation } from '../../state/navigation'
import { DrawingComposer } from './composer/DrawingComposer'
import { DrawingStart } from './DrawingStart'
import { DrawingDrawer, DrawingList } from './drawings/DrawingList'
import { closeEditor } from './editor/editor-state'
import { PictureEditor } from './editor/PictureEditor'
import { listPictures, toSteps } from './state/drawing-steps'
import { findItem, useSessionImages } from './state/session-images'
import { listViewerActions } from './state/variation-actions'
import { closeViewer, comparePictures, showKeys, useViewerState, viewPicture } from './state/viewer-state'
import { Filmstrip } from './steps/Filmstrip'
import { Steps } from './steps/Steps'
import { listKeys } from './steps/variation-keys'

export function ImagesPanel() {
  const isNarrow = useMediaQuery(narrowWindow)
  const isListHidden = useIsPaneHidden('images')
  const drawingId = useNavigation((navigation) => navigation.drawingId)
  const isDeleted = useChat(drawingId, (chat) => chat.status === 'deleted')
  const title = useChat(drawingId, (chat) => chat.conversation?.title)
  useEffect(() => (drawingId ? watchChat(drawingId) : undefined), [drawingId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another drawing is opened.
  useEffect(() => closeOverlays, [drawingId])
  useEffect(() => {
    if (isDeleted) openDrawing(null)
  }, [isDeleted])
  return (
    <div className="flex h-full min-w-0">
      {!isNarrow && !isListHidden && (
        <SidePane id="images" name="sessions" className="w-52 min-[1200px]:w-60 min-[1900px]:w-72">
          <DrawingList />
        </SidePane>
      )}
      <section data-images aria-label="Images" className="flex min-w-0 flex-1 flex-col bg-canvas">
        <PanelHeader
          title={drawingId ? (title ?? 'Session') : 'New session'}
          lead={isNarrow ? <DrawingDrawer /> : <PaneToggle id="images" name="sessions" />}
        >
          <IconButton
            label="Image keyboard shortcuts"
            icon={Keyboard}
            keys={useKeys('images.shortcuts')}
            onClick={() => showKeys(true)}
          />
        </PanelHeader>
        <div className="flex min-h-0 flex-1">
          {drawingId && <Filmstrip key={drawingId} drawingId={drawingId} />}
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            {drawingId ? <OpenDrawing key={drawingId} drawingId={drawingId} /> : <DrawingStart />}
            {/* Leaves a part of the drawing visible. */}
            <div className="flex max-h-[70%] shrink-0 flex-col px-3">
              <DrawingComposer />
            </div>
          </div>
        </div>
      </section>
      <ImageOverlays drawingId={drawingId} />
    </div>
  )
}

function closeOverlays() {
  closeViewer()
  closeEditor()
}

function OpenDrawing({ drawingId }: { drawingId: string }) {
  const isLoading = useChat(drawingId, (chat) => chat.conversation === null)
  const isReconnecting = useChat(drawingId, (chat) => chat.status === 'reconnecting')
  return (
    <>
      {isReconnecting && (
        <div className="px-6 py-2">
          <Notice tone="warn" title="Connection to this session lost. Reconnecting…" />
        </div>
      )}
      {isLoading ? (
        <div className="mx-auto w-full max-w-[1280px] flex-1 p-6">
          <Skeleton label="Loading session…" widths={['48%', '86%', '74%', '62%']} />
        </div>
      ) : (
        <Steps drawingId={drawingId} />
      )}
    </>
  )
}

/** The viewer, a comparison of two pictures, the list of keys. */
function ImageOverlays({ drawingId }: { drawingId: string | null }) {
  const { viewed, compared, showsKeys } = useViewerState()
  return (
    <>
      <PictureEditor />
      {viewed && <Viewed drawingId={drawingId} viewed={viewed} />}
      {compared && (
        <PictureCompare first={compared[0]} second={compared[1]} onClose={() => comparePictures(null)} />
      )}
      <KeysDialog
        open={showsKeys}
        onClose={() => showKeys(false)}
        title="Image keyboard shortcuts"
        description="Available when an image has focus."
        rows={listKeys()}
      />
    </>
  )
}

/** Steps through the pictures of the branch; a reference is shown alone. */
function Viewed({ drawingId, viewed }: { drawingId: string | null; viewed: ViewedPicture }) {
  const images = useSessionImages(drawingId)
  useChat(drawingId, ({ alternates }) => alternates)
  const chat = readChat(drawingId)
  const pictures = listPictures(toSteps(chat), (id) => findTurn(chat, id))
  const index = pictures.findIndex(({ media }) => media === viewed.media)
  const shown = pictures[index] ?? viewed
  const next = pictures[index + 1] ?? pictures[index - 1] ?? null
  return (
    <PictureViewer
      pictures={index < 0 ? [viewed] : pictures}
      index={Math.max(index, 0)}
      onIndex={(next) => viewPicture(pictures[next] ?? null)}
      onClose={() => viewPicture(null)}
      actions={listViewerActions(shown, { next, item: findItem(images, shown) })}
    />
  )
}
