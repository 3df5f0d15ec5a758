// The drawings: search them, begin one, open, rename and delete them.
import { useQuery } from '@tanstack/react-query'
import { SquarePen } from 'lucide-react'
import { type KeyboardEvent, memo, useMemo, useRef, useState } from 'react'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { IconButton } from '../../../components/IconButton'
import { Skeleton } from '../../../components/Skeleton'
import { pressInSearchedList } from '../../../components/searched-list-keys'
import { SearchInput } from '../../../components/TextInput'
import { openDrawing } from '../../../state/navigation'
import { DrawingRows } from './DrawingRows'
import { searchDrawings, useDrawingSearch } from './found-drawings'
import { listDrawings } from './list-drawings'

/** As many are seen at a glance. */
const fewest = 10

/** Not drawn again with the panel: it shows nothing of the open drawing. */
export const DrawingList = memo(function DrawingList() {
  const { data: conversations, error } = useQuery(queries.conversations.list.queryOptions())
  const drawings = useMemo(() => listDrawings(conversations ?? []), [conversations])
  const typed = useDrawingSearch((state) => state.typed)
  // No ref: the rows are drawn first, and must be told once it is there.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const search = useRef<HTMLInputElement>(null)
  const isSearchable = drawings.length > fewest || typed !== ''
  const pressKey = (event: KeyboardEvent) =>
    pressInSearchedList(event, {
      search: search.current,
      list: scroller,
      typed,
      onClear: () => searchDrawings(''),
    })
  return (
    <nav
      aria-label="Drawings"
      {...(typed && { 'data-own-escape': '' })}
      onKeyDown={pressKey}
      className="flex min-h-0 min-w-0 flex-1 flex-col bg-frame"
    >
      <div className="flex h-11 shrink-0 items-center justify-between gap-1 pr-1 pl-2">
        {isSearchable ? (
          <SearchInput
            ref={search}
            aria-label="Search drawings"
            placeholder="Search"
            className="h-7.5"
            value={typed}
            onChange={(event) => searchDrawings(event.target.value)}
          />
        ) : (
          <h2 className="pl-2 font-medium text-faint text-xs">Drawings</h2>
        )}
        <IconButton label="New drawing" icon={SquarePen} keys="mod+n" onClick={() => openDrawing(null)} />
      </div>
      <div ref={setScroller} className="min-h-0 flex-1 overflow-y-auto pb-2 pl-2 [scrollbar-gutter:stable]">
        {error ? (
          <p className="px-2 py-1 text-danger text-sm">{describeError(error)}</p>
        ) : conversations ? (
          <DrawingRows drawings={drawings} scroller={scroller} />
        ) : (
          <Skeleton label="Loading drawings" widths={['70%', '88%', '56%']} className="p-2" />
        )}
      </div>
    </nav>
  )
})
