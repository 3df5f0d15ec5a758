// What lies over a drawing: a picture in large, two compared, the list of keys.
import { PictureCompare } from '../../media-viewer/PictureCompare'
import { PictureViewer } from '../../media-viewer/PictureViewer'
import type { ViewedPicture } from '../../media-viewer/viewed-picture'
import { findTurn } from '../../state/fold-chat'
import { readChat } from '../../state/live-chat'
import { KeyList } from './KeyList'
import { comparePictures, showKeys, useLook, viewPicture } from './look'
import { listPictures } from './steps/list-pictures'
import { toSteps } from './steps/to-steps'
import { isTrashed } from './steps/use-trashed'

export function Looking({ drawingId }: { drawingId: string | null }) {
  const { viewed, compared, showsKeys } = useLook()
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

/** Among those of the branch; a reference stands alone. */
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
