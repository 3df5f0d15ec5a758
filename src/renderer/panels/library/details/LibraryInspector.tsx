// What is known of what is chosen, and what can be done with it.
import { MousePointerClick } from 'lucide-react'
import { useChosen } from '../actions/use-chosen'
import { ItemDetails } from './ItemDetails'
import { ManyDetails } from './ManyDetails'

export function LibraryInspector() {
  const { ids, items, isBin } = useChosen()
  const [item] = items
  if (ids.length === 0) return <NothingChosen />
  if (ids.length === 1) return item ? <ItemDetails key={item.id} item={item} isBin={isBin} /> : null
  return <ManyDetails ids={ids} items={items} isBin={isBin} />
}

function NothingChosen() {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-2 p-6 text-center text-faint">
      <MousePointerClick size={20} strokeWidth={1.5} aria-hidden="true" />
      <p>Choose an item to see how it was made. Ctrl or Shift chooses several.</p>
    </div>
  )
}
