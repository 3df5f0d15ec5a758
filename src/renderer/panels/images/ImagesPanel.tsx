// Images: the list of drawings, the steps of the open one, the composer of the next step, and overlays.
import { useEffect } from 'react'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { Notice } from '../../components/Notice'
import { PanelHeader } from '../../components/PanelHeader'
import { Skeleton } from '../../components/Skeleton'
import { narrowWindow, useMediaQuery } from '../../components/use-media-query'
import type { ViewedPicture } from '../../media-viewer/describe-picture'
import { PictureCompare } from '../../media-viewer/PictureCompare'
import { PictureViewer } from '../../media-viewer/PictureViewer'
import { useServer } from '../../models/model-list'
import { readServedModel } from '../../models/served-model'
import { StartScreen } from '../../notices/StartScreen'
import { PaneToggle, SidePane, useIsPaneHidden } from '../../panes/SidePane'
import { findTurn } from '../../state/fold-chat'
import { readChat, useChat, watchChat } from '../../state/live-chat'
import { openDrawing, useNavigation } from '../../state/navigation'
import { DrawingComposer } from './composer/DrawingComposer'
import { DrawingDrawer, DrawingList } from './drawings/DrawingList'
import { closeEditor } from './editor/editor-state'
import { PictureEditor } from './editor/PictureEditor'
import landscape1 from './samples/landscape-1.webp'
import landscape2 from './samples/landscape-2.webp'
import poster1 from './samples/poster-1.webp'
import variations1 from './samples/variations-1.webp'
import variations2 from './samples/variations-2.webp'
import variations3 from './samples/variations-3.webp'
import variations4 from './samples/variations-4.webp'
import { findItem, listPictures, toSteps, useSessionImages } from './state/drawing-steps'
import { fitDrawing, useImageModels } from './state/image-models'
import { drawStep } from './state/next-step'
import {
  closeViewer,
  comparePictures,
  listViewerActions,
  useViewerState,
  viewPicture,
} from './state/variation-actions'
import { Filmstrip } from './steps/Filmstrip'
import { Steps } from './steps/Steps'

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
        />
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

/** The viewer, and a comparison of two pictures. */
function ImageOverlays({ drawingId }: { drawingId: string | null }) {
  const { viewed, compared } = useViewerState()
  return (
    <>
      <PictureEditor />
      {viewed && <Viewed drawingId={drawingId} viewed={viewed} />}
      {compared && (
        <PictureCompare first={compared[0]} second={compared[1]} onClose={() => comparePictures(null)} />
      )}
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

function DrawingStart() {
  const { models } = useImageModels()
  const server = useServer()
  const isMissing = server !== null && models.length === 0
  const starters = sampleDrawings.map(({ title, text, parameters, thumbnails }) => ({
    title,
    text,
    picture: <Thumbnails sources={thumbnails} />,
    disabled: isMissing,
    run: async () => {
      await drawStep({
        drawingId: null,
        after: null,
        parts: [{ text }],
        parameters: fitDrawing({ ...parameters, model: readServedModel(parameters.model, 'image') }, models),
        variations: thumbnails.length,
      })
    },
  }))
  return (
    <StartScreen
      title="What would you like to create?"
      demoText="The built-in demo generates real images offline, with no API key, but it knows only a few subjects. To use a real model, choose a provider in Settings."
      text="Requests go through your local gateway. Images are saved on this computer, unchanged."
      starters={starters}
      gridClassName="min-[820px]:grid-cols-3"
    >
      Drop images anywhere to use them as references. Drop an image you generated here to restore its prompt
      and settings. Each new prompt edits the image in a new step. Earlier steps stay available.
    </StartScreen>
  )
}

/** Two by two from three on, like the variations of a step. */
function Thumbnails({ sources }: { sources: readonly string[] }) {
  const [columns, height] = sources.length > 2 ? [2, 46] : [sources.length, sources.length === 2 ? 60 : 96]
  return (
    <span
      className="grid h-24 content-center justify-start gap-1"
      style={{ gridTemplateColumns: `repeat(${columns}, auto)` }}
    >
      {sources.map((source) => (
        <img
          key={source}
          src={source}
          alt=""
          draggable={false}
          style={{ height }}
          className="rounded-[3px]"
        />
      ))}
    </span>
  )
}

interface SampleDrawing {
  readonly title: string
  readonly text: string
  readonly parameters: ChatParameters
  /** The demo’s images for this prompt: one per variation, 192 pixels high. */
  readonly thumbnails: readonly string[]
}

const sampleDrawings: readonly SampleDrawing[] = [
  {
    title: 'Wide landscape',
    text: 'A sailboat on a calm sea at sunset with mountains in the background, seen from the shore.',
    parameters: { model: 'gen-2.5-flash-image', aspectRatio: '16:9' },
    thumbnails: [landscape1, landscape2],
  },
  {
    title: 'Four variations',
    text: 'A red house and a big tree on a green hill, with an orange cat in front. Flat colors.',
    parameters: { model: 'gen-2.5-flash-image', aspectRatio: '1:1' },
    thumbnails: [variations1, variations2, variations3, variations4],
  },
  {
    title: 'Tall poster in 2K',
    text: 'A poster of a city at night with lit windows, a full moon, and many stars.',
    parameters: { model: 'gen-3-pro-image-preview', aspectRatio: '3:4', imageSize: '2K' },
    thumbnails: [poster1],
  },
]
