// The line above the items: search them, in which order, as grid or list.

import { Segments } from '../../components/Segments'
import { Select } from '../../components/Select'
import type { Order } from './filters/filters'
import { SearchField } from './filters/SearchField'
import type { View } from './items/lay-out'
import { changeView, setOrder, useLibraryView } from './library-view'

const views: readonly { value: View; name: string }[] = [
  { value: 'grid', name: 'Grid' },
  { value: 'list', name: 'List' },
]
const orders: readonly { value: Order; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'largest', label: 'Largest first' },
]
const orderGroups = [{ label: '', options: orders }]

export function Toolbar() {
  const view = useLibraryView((state) => state.view)
  const order = useLibraryView((state) => state.order)
  const chooseOrder = (value: string) => {
    const chosen = orders.find((each) => each.value === value)
    if (chosen) setOrder(chosen.value)
  }
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-2">
      <SearchField />
      <Select label="Order" value={order} groups={orderGroups} onChange={chooseOrder} />
      <div className="shrink-0">
        <Segments
          label="View"
          value={view}
          options={views}
          onChange={(value) => changeView({ view: value })}
        />
      </div>
    </div>
  )
}
