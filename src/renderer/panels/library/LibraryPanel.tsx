// The Library: all generated items, searched and filtered, as a grid or a list, with its dialogs and viewers.
import { ListFilter } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../../components/Button'
import { bottomBar } from '../../components/bottom-bar'
import { Drawer } from '../../components/Drawer'
import { formatBytes, formatCount, toPercent } from '../../components/format'
import { PanelHeader } from '../../components/PanelHeader'
import { ProgressBar } from '../../components/ProgressBar'
import { Skeleton } from '../../components/Skeleton'
import { useMediaQuery } from '../../components/use-media-query'
import { PictureCompare } from '../../media-viewer/PictureCompare'
import { ReadErrorNotice } from '../../notices/ReadErrorNotice'
import { PaneToggle, SidePane, useIsPaneHidden } from '../../panes/SidePane'
import { cancelExport, useExport } from './actions/export-items'
import { useSelectedItems } from './actions/selection-actions'
import { BoardsDialog, SaveSearchDialog } from './boards/BoardDialogs'
import { countItems } from './describe-item'
import { EmptyTrashDialog } from './EmptyTrashDialog'
import { Filters } from './filters/Filters'
import { Items } from './items/Items'
import { useFoundItems } from './items/pages'
import { LibraryEmpty, LibraryNotices } from './LibraryNotices'
import { changeView, useLibraryView } from './library-view'
import { SelectionBar } from './SelectionBar'
import { FilterChips, Toolbar } from './Toolbar'
import { TagsDialog } from './tags/TagsDialog'
import { toViewedPicture, ViewedItem } from './ViewedItem'

const narrow = '(width < 860px)'

const filtersDrawer = (
  <Drawer label="Filters" icon={ListFilter}>
    <Filters />
  </Drawer>
)

export function LibraryPanel() {
  // Then the filters are behind a button.
  const isNarrow = useMediaQuery(narrow)
  const isListHidden = useIsPaneHidden('library')
  const isBin = useLibraryView((state) => state.filters.bin)
  return (
    <div className="flex h-full min-w-0">
      {!isNarrow && !isListHidden && (
        <SidePane id="library" name="filters" className="w-52 min-[1200px]:w-56 min-[1900px]:w-64">
          <section aria-label="Filters" className="flex min-w-0 flex-1">
            <Filters />
          </section>
        </SidePane>
      )}
      <section aria-label="Library" className="flex min-w-0 flex-1 flex-col bg-canvas">
        <PanelHeader
          title={isBin ? 'Trash' : 'Library'}
          lead={isNarrow ? filtersDrawer : <PaneToggle id="library" name="filters" />}
        />
        <LibraryNotices />
        <Toolbar />
        <FilterChips />
        <FoundItems />
        <ExportProgress />
      </section>
      <LibraryOverlays />
    </div>
  )
}

function FoundItems() {
  const { query, total, isBehind, error, retry } = useFoundItems()
  if (error) {
    return (
      <div className="p-4">
        <ReadErrorNotice title="Couldn’t load the Library" error={error} onRetry={retry} />
      </div>
    )
  }
  if (total === undefined) {
    return <Skeleton label="Loading Library…" widths={['40%', '72%', '64%', '58%']} className="flex-1 p-6" />
  }
  return (
    <>
      <SelectionBar total={total} />
      {total === 0 ? (
        <div className="min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable]">
          <LibraryEmpty />
        </div>
      ) : (
        <Items query={query} total={total} isBehind={isBehind} />
      )}
    </>
  )
}

function ExportProgress() {
  const exporting = useExport((state) => state.exporting)
  if (!exporting?.progress) return null
  const { files, totalFiles, bytes } = exporting.progress
  return (
    <div ref={bottomBar} className="flex shrink-0 items-center gap-3 border-line border-t bg-frame px-4 py-2">
      <span className="shrink-0 text-soft text-sm">Exporting {countItems(exporting.count)}</span>
      <ProgressBar label="Export" percent={toPercent(exporting.progress)} className="h-1.5 min-w-12 flex-1" />
      <span className="shrink-0 text-faint text-sm tabular-nums">
        {formatCount(files)} of {formatCount(totalFiles)} · {formatBytes(bytes)}
      </span>
      <Button size="small" onClick={cancelExport}>
        Cancel export
      </Button>
    </div>
  )
}

function LibraryOverlays() {
  const viewed = useLibraryView((state) => state.viewed)
  const compared = useLibraryView((state) => state.compared)
  const dialog = useLibraryView((state) => state.dialog)
  const { ids } = useSelectedItems()
  // Closes everything, so that nothing is open when the user returns to the Library.
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
      {dialog === 'boards' && ids.length > 0 && <BoardsDialog ids={ids} onClose={close} />}
      {dialog === 'save search' && <SaveSearchDialog onClose={close} />}
      {dialog === 'empty bin' && <EmptyTrashDialog onClose={close} />}
      {dialog === 'delete permanently' && ids.length > 0 && <EmptyTrashDialog ids={ids} onClose={close} />}
    </>
  )
}
