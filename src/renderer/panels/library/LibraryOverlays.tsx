// What opens over the Library: a picture in large, two compared, tags for many, the question before the bin is emptied.
import { useEffect } from 'react'
import { PictureCompare } from '../../media-viewer/PictureCompare'
import { useChosen } from './actions/use-chosen'
import { EmptyBinDialog } from './EmptyBinDialog'
import { changeView, useLibraryView } from './library-view'
import { TagsDialog } from './tags/TagsDialog'
import { toViewed } from './to-viewed'
import { ViewedItem } from './ViewedItem'

export function LibraryOverlays() {
  const viewed = useLibraryView((state) => state.viewed)
  const compared = useLibraryView((state) => state.compared)
  const dialog = useLibraryView((state) => state.dialog)
  const { ids } = useChosen()
  // Who comes back finds the Library, and not what lay over it.
  useEffect(() => () => changeView({ viewed: null, compared: null, dialog: null }), [])
  const close = () => changeView({ dialog: null })
  return (
    <>
      {viewed !== null && <ViewedItem id={viewed} />}
      {compared && (
        <PictureCompare
          first={toViewed(compared[0])}
          second={toViewed(compared[1])}
          onClose={() => changeView({ compared: null })}
        />
      )}
      {dialog === 'tags' && ids.length > 0 && <TagsDialog ids={ids} onClose={close} />}
      {dialog === 'empty bin' && <EmptyBinDialog onClose={close} />}
    </>
  )
}
