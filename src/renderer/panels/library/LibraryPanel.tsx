// The Library: all generated items, searched and filtered, as a grid or a list, with its dialogs and viewers.

import { useMutation, useQuery } from '@tanstack/react-query'
import { ListFilter } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import { describeError } from '../../api/describe-error'
import { desktop, queries } from '../../api/desktop'
import { toastOutcome } from '../../api/toast-outcome'
import { Button } from '../../components/Button'
import { Chips } from '../../components/Chips'
import { Dialog } from '../../components/Dialog'
import { Drawer } from '../../components/Drawer'
import { formatBytes, formatCount } from '../../components/format'
import { PanelHeader } from '../../components/PanelHeader'
import { Skeleton } from '../../components/Skeleton'
import { useMediaQuery } from '../../components/use-media-query'
import { PictureCompare } from '../../media-viewer/PictureCompare'
import { ReadErrorNotice } from '../../notices/ReadErrorNotice'
import { PaneToggle, SidePane, useIsPaneHidden } from '../../panes/SidePane'
import { changeTag, itemSelection, useMarksOfMany, useSelectedItems } from './actions/item-actions'
import { BoardsDialog, SaveSearchDialog } from './boards/BoardDialogs'
import { countItems, describeEmptying, describeUses } from './describe-item'
import { Filters } from './filters/Filters'
import { Items } from './items/Items'
import { useFoundItems } from './items/pages'
import { LibraryEmpty, LibraryNotices } from './LibraryNotices'
import { changeView, useLibraryView } from './library-view'
import { FilterChips, SelectionBar, Toolbar } from './Toolbar'
import { countTags, sortTags, TagInput } from './tags/TagInput'
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

interface EmptyTrashDialogProps {
  /** Items in the trash; without them, all are deleted. */
  readonly ids?: readonly string[]
  readonly onClose: () => void
}

function EmptyTrashDialog({ ids, onClose }: EmptyTrashDialogProps) {
  // The selection may change while the items are being deleted.
  const [selection] = useState(ids ? { ids: [...ids] } : {})
  const empty = useMutation({
    mutationFn: () => desktop.library.emptyTrash(selection),
    onSuccess: ({ items, bytes }) => {
      itemSelection.none()
      toast.success(`${countItems(items)} deleted, ${formatBytes(bytes)} freed`)
      onClose()
    },
    onError: (failure) => toast.error(describeError(failure)),
  })
  const names = ids
    ? { idle: 'Delete permanently', running: 'Deleting…' }
    : { idle: 'Empty trash', running: 'Emptying…' }
  const isEmptying = empty.isPending || empty.isSuccess
  const { data, error } = useQuery(
    queries.library.previewEmptying.queryOptions({
      input: selection,
      staleTime: 0,
      gcTime: 0,
      enabled: !isEmptying,
    }),
  )
  // An earlier toast would cover the dialog. What its Undo would restore can be restored from the trash.
  useEffect(() => void toast.dismiss(), [])
  return (
    <Dialog
      open
      onClose={onClose}
      title={ids ? 'Delete permanently?' : 'Empty trash?'}
      description={
        data
          ? describeEmptying(data, ids !== undefined)
          : (error && describeError(error)) || 'Counting items…'
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            disabled={!data || data.items === 0 || isEmptying}
            onClick={() => empty.mutate()}
          >
            {isEmptying ? names.running : names.idle}
          </Button>
        </>
      }
    >
      {data && data.inUse.length > 0 && (
        <ul className="flex flex-col gap-1 px-5 pb-3 text-sm text-soft [overflow-wrap:anywhere]">
          {describeUses(data.inUse).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function TagsDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const { items } = useSelectedItems()
  const marks = useMarksOfMany(ids)
  const total = items.length || ids.length
  const counted = items.length > 0 ? countTags(items) : sortTags(marks?.tags.map(toTagCount) ?? [])
  const change = (tag: string, isAdded: boolean) => toastOutcome(changeTag(ids, tag, isAdded))
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Edit tags for ${countItems(ids.length)}`}
      description="A number shows how many of the selected items have a tag, if not all do."
      className="overflow-visible!"
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <div className="flex min-h-24 flex-col gap-3 px-5 pb-2">
        <TagInput
          present={counted.filter(({ count }) => count === total).map(({ tag }) => tag)}
          onAdd={(tag) => change(tag, true)}
        />
        <div className="max-h-48 overflow-y-auto">
          <Chips
            label="Tags"
            variant="tag"
            texts={counted.map(({ tag }) => tag)}
            notes={counted.map(({ count }) => (count < total ? formatCount(count) : undefined))}
            onRemove={(index) => change(counted[index]?.tag ?? '', false)}
          />
        </div>
      </div>
    </Dialog>
  )
}

function toTagCount({ value, count }: { readonly value: string; readonly count: number }) {
  return { tag: value, count }
}
