// The Library: all generated items, searched and filtered, as a grid or a list.
import { useEffect } from 'react'
import { describeError } from '../../api/describe-error'
import { Button } from '../../components/Button'
import { Notice } from '../../components/Notice'
import { PanelHeader } from '../../components/PanelHeader'
import { Skeleton } from '../../components/Skeleton'
import { useMediaQuery } from '../../components/use-media-query'
import { useNavigation } from '../../state/navigation'
import { ExportProgress } from './ExportProgress'
import { Filters } from './filters/Filters'
import { FiltersDrawer } from './filters/FiltersDrawer'
import { Items } from './items/Items'
import { useFoundItems } from './items/pages'
import { LibraryEmpty, LibraryNotices } from './LibraryNotices'
import { LibraryOverlays } from './LibraryOverlays'
import { useLibraryView } from './library-view'
import { SelectionBar } from './SelectionBar'
import { FilterChips, Toolbar } from './Toolbar'

const narrow = '(width < 860px)'
/** If the window is wider, the inspector is beside the items. */
const besideInspector = '(width >= 1180px)'

export function LibraryPanel() {
  const isNarrow = useIsNarrow()
  const isBin = useLibraryView((state) => state.filters.bin)
  useEffect(() => {
    window.addEventListener('keydown', focusSearch)
    return () => window.removeEventListener('keydown', focusSearch)
  }, [])
  return (
    // If the inspector overlays the panel, it covers no items.
    <div className="flex h-full min-w-0 in-data-[inspector=open]:max-[1179px]:pr-72">
      {!isNarrow && (
        <section
          aria-label="Filters"
          className="flex w-48 shrink-0 border-line border-r min-[1200px]:w-56 min-[1900px]:w-64"
        >
          <Filters />
        </section>
      )}
      <section aria-label="Library" className="flex min-w-0 flex-1 flex-col bg-canvas">
        <PanelHeader title={isBin ? 'Trash' : 'Library'} lead={isNarrow && <FiltersDrawer />} />
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
        <Notice
          tone="danger"
          title="The Library cannot be read."
          actions={<Button onClick={retry}>Try again</Button>}
        >
          {describeError(error)}
        </Notice>
      </div>
    )
  }
  if (total === undefined) {
    return (
      <Skeleton label="Opening the Library" widths={['40%', '72%', '64%', '58%']} className="flex-1 p-6" />
    )
  }
  return (
    <>
      <SelectionBar total={total} />
      {total === 0 ? (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <LibraryEmpty />
        </div>
      ) : (
        <Items query={query} total={total} isBehind={isBehind} />
      )}
    </>
  )
}

/** If there is no space for the filters, they are behind a button. */
function useIsNarrow(): boolean {
  const isOverlaid = useNavigation(({ inspectorOpen }) => inspectorOpen === true)
  const isSmall = useMediaQuery(narrow)
  const hasRoom = useMediaQuery(besideInspector)
  return isSmall || (isOverlaid && !hasRoom)
}

/** `/` outside of text fields and dialogs. */
function focusSearch(event: KeyboardEvent) {
  const { key, target, ctrlKey, metaKey, altKey } = event
  if (key !== '/' || ctrlKey || metaKey || altKey) return
  if (
    !(target instanceof Element) ||
    target.closest('input:not([type=checkbox]), textarea, [contenteditable="true"], [role="dialog"]')
  )
    return
  event.preventDefault()
  const field = document.querySelector<HTMLInputElement>('[data-library-search]')
  field?.focus()
  field?.select()
}
