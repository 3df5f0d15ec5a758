// What was found, as a grid or a list, of which only the rows in view exist.
import { type DragEvent, type MouseEvent, useEffect, useMemo, useState } from 'react'
import type { LibraryQuery } from '#shared/schemas/library'
import { joinClasses } from '../../../components/join-classes'
import { dragPicture } from '../../../media-viewer/picture-actions'
import { clickItem, inTurn } from '../actions/choosing-verbs'
import { openItem } from '../actions/item-actions'
import { toFileTitle } from '../describe-item'
import { readQuery, useLibraryView } from '../library-view'
import { useModelNames } from '../use-model-names'
import { GridCell, ListHead, ListRow, toOptionId } from './ItemCells'
import { chooseForMenu, ItemsMenu } from './ItemsMenu'
import { gap, toLayout, toRow } from './layout'
import { readItemAt } from './pages'
import { useItemKeys } from './use-item-keys'
import { useItemRows } from './use-item-rows'
import { useWidth } from './use-width'

interface ItemsProps {
  readonly query: LibraryQuery
  readonly total: number
  /** Others are on their way. */
  readonly isBehind: boolean
}

export function Items({ query, total, isBehind }: ItemsProps) {
  const view = useLibraryView((state) => state.view)
  const selection = useLibraryView((state) => state.selection)
  const toModelName = useModelNames()
  const wanted = useLibraryView((state) => state.wanted)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const width = useWidth(scroller)
  const layout = useMemo(() => toLayout(view, width), [view, width])
  const { rows, at, visibleRows } = useItemRows(scroller, { query, total: width > 0 ? total : 0, layout })
  const onKeyDown = useItemKeys({ total, columns: layout.columns, rows: visibleRows, at })
  const [known, setKnown] = useState(wanted.wishes)
  useEffect(() => {
    if (wanted.wishes === known) return
    setKnown(wanted.wishes)
    rows.scrollToIndex(toRow(wanted.index, layout), { align: 'auto' })
  }, [wanted, known, rows, layout])

  const readAt = ({ target }: { target: EventTarget }) => {
    const option = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
    return option ? Number(option.dataset.index) : -1
  }
  const press = (event: MouseEvent) => {
    const index = readAt(event)
    const item = at(index)
    if (!item || event.button !== 0) return
    const held = { mod: event.ctrlKey || event.metaKey, shift: event.shiftKey }
    const waits = inTurn.isBusy()
    void inTurn.take(async () => {
      // What it waited for may have taken the item away.
      if (waits && (await readItemAt(readQuery(), index))?.id !== item.id) return
      await clickItem({ id: item.id, index }, held)
    })
  }
  const open = (event: MouseEvent) => {
    const item = at(readAt(event))
    if (item && !event.ctrlKey && !event.metaKey && !event.shiftKey) openItem(item)
  }
  const drag = (event: DragEvent) => {
    const item = at(readAt(event))
    if (item?.media) dragPicture(event, { media: item.media, title: toFileTitle(item) })
    else event.preventDefault()
  }
  const offer = (event: MouseEvent) => {
    const index = readAt(event)
    chooseForMenu(event, { item: at(index), index })
  }
  const { cursor } = selection
  const shownRows = rows.getVirtualItems()
  const isCursorThere =
    cursor !== null && at(cursor.index)?.id === cursor.id && isWithin(shownRows, toRow(cursor.index, layout))
  const Cell = view === 'grid' ? GridCell : ListRow
  return (
    <>
      {view === 'list' && <ListHead />}
      <ItemsMenu at={at}>
        <div
          ref={setScroller}
          role="listbox"
          aria-label="Items"
          aria-multiselectable="true"
          aria-busy={isBehind}
          aria-activedescendant={isCursorThere ? toOptionId(cursor.id) : undefined}
          tabIndex={0}
          onKeyDown={onKeyDown}
          onClick={press}
          onDoubleClick={open}
          onDragStart={drag}
          onContextMenu={offer}
          className={joinClasses(
            'group/items @container min-h-0 flex-1 overflow-y-auto outline-none [scrollbar-gutter:stable]',
            view === 'grid' ? 'px-4' : 'px-2',
            isBehind && 'opacity-60',
          )}
        >
          <div role="presentation" className="relative" style={{ height: rows.getTotalSize() }}>
            {shownRows.map(({ key, index: row, start, size }) => (
              <div
                key={key}
                role="presentation"
                className="absolute top-0 left-0 grid w-full content-start"
                style={{
                  height: size,
                  transform: `translateY(${start}px)`,
                  gridTemplateColumns: `repeat(${layout.columns}, minmax(0, 1fr))`,
                  columnGap: view === 'grid' ? gap : 0,
                  ...(view === 'list' && { gridTemplateRows: '100%' }),
                }}
              >
                {listIndexes(row, layout.columns, total).map((index) => {
                  const item = at(index)
                  if (!item) return <Blank key={index} size={layout.cell} />
                  return (
                    <Cell
                      key={item.id}
                      item={item}
                      index={index}
                      total={total}
                      size={layout.cell}
                      chosen={selection.ids.has(item.id)}
                      isCursor={cursor?.id === item.id}
                      toModelName={toModelName}
                    />
                  )
                })}
              </div>
            ))}
          </div>
        </div>
      </ItemsMenu>
    </>
  )
}

function listIndexes(row: number, columns: number, total: number): number[] {
  const first = row * columns
  return Array.from({ length: Math.max(0, Math.min(columns, total - first)) }, (_, at) => first + at)
}

function isWithin(rows: readonly { readonly index: number }[], row: number): boolean {
  return rows.some(({ index }) => index === row)
}

/** In the place of an item that is on its way. */
function Blank({ size }: { size: number }) {
  return (
    <div aria-hidden="true" className="p-1">
      <div className="animate-late rounded-md bg-sunken" style={{ height: size - 8 }} />
    </div>
  )
}
