// What opens over a drawing: the viewer, a comparison of two pictures, the list of keys.
import { Dialog } from '../../components/Dialog'
import { Kbd } from '../../components/Kbd'
import { PictureCompare } from '../../media-viewer/PictureCompare'
import { PictureViewer } from '../../media-viewer/PictureViewer'
import type { ViewedPicture } from '../../media-viewer/viewed-picture'
import { findTurn } from '../../state/fold-chat'
import { readChat } from '../../state/live-chat'
import { isTrashed, listPictures, toSteps } from './state/drawing-steps'
import { comparePictures, showKeys, useViewerState, viewPicture } from './state/viewer-state'
import { keyList } from './steps/variation-keys'

export function ImageOverlays({ drawingId }: { drawingId: string | null }) {
  const { viewed, compared, showsKeys } = useViewerState()
  return (
    <>
      {viewed && <Viewed drawingId={drawingId} viewed={viewed} />}
      {compared && (
        <PictureCompare first={compared[0]} second={compared[1]} onClose={() => comparePictures(null)} />
      )}
      {showsKeys && <KeyList onClose={() => showKeys(false)} />}
    </>
  )
}

/** Steps through the pictures of the branch; a reference is shown alone. */
function Viewed({ drawingId, viewed }: { drawingId: string | null; viewed: ViewedPicture }) {
  const chat = readChat(drawingId)
  const pictures = listPictures(toSteps(chat), (id) => {
    const turn = findTurn(chat, id)
    return turn && isTrashed(turn) ? undefined : turn
  })
  const index = pictures.findIndex(({ media }) => media === viewed.media)
  return (
    <PictureViewer
      pictures={index < 0 ? [viewed] : pictures}
      index={Math.max(index, 0)}
      onIndex={(next) => viewPicture(pictures[next] ?? null)}
      onClose={() => viewPicture(null)}
    />
  )
}

function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Keys among pictures"
      description="While a picture of a drawing has the focus."
    >
      <dl className="flex flex-col gap-1.5 px-5 pb-5">
        {keyList.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4">
            <dt className="text-soft">{does}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <Kbd key={key} keys={key} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
