// The names of the list's columns; each row says by itself what it holds.
import { joinClasses } from '../../../components/join-classes'
import { columnLooks, listColumns } from './ListRow'

export function ListHead() {
  return (
    <div className="@container shrink-0 px-2 [scrollbar-gutter:stable] overflow-hidden">
      <div aria-hidden="true" className={joinClasses(listColumns, 'h-7 text-faint text-xs')}>
        <span />
        <span>Title</span>
        <span className={columnLooks.kind}>Kind</span>
        <span className={columnLooks.model}>Model</span>
        <span className={columnLooks.size}>Extent</span>
        <span className={columnLooks.bytes}>Size</span>
        <span>Date</span>
        <span className={columnLooks.tags}>Tags</span>
      </div>
    </div>
  )
}
