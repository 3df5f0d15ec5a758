// What opens over the Library: an item in large, two compared images, and the dialogs.
import { useEffect } from 'react'
import { PictureCompare } from '../../media-viewer/PictureCompare'
import { useSelectedItems } from './actions/selection-actions'
import { EmptyTrashDialog } from './EmptyTrashDialog'
import { changeView, useLibraryView } from './library-view'
import { TagsDialog } from './tags/TagsDialog'
import { toViewedPicture, ViewedItem } from './ViewedItem'

export function LibraryOverlays() {
  const viewed = useLibraryView((state) => state.viewed)
  const compared = useLibraryView((state) => state.compared)
  const dialog = useLibraryView((state) => state.dialog)
  const { ids } = useSelectedItems()
  // Nothing is open over the Library when the user comes back.
  useEffect(() => () => changeView({ viewed: null, compared: null, dialog: null }), [])
  const close = () => changeView({ dialog: null })
  return (
    <>
      {viewed !== null && <ViewedItem id={viewed} />}
      {compared && (
        <PictureCompare
          first={toViewedPicture(compared[0])}
          second={toViewedPicture(compared[1])}
          onClose={() => changeView({ compared: null })}
        />
      )}
      {dialog === 'tags' && ids.length > 0 && <TagsDialog ids={ids} onClose={close} />}
      {dialog === 'empty bin' && <EmptyTrashDialog onClose={close} />}
    </>
  )
}
