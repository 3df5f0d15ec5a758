// The filters behind a button, for windows without space for them beside the items.
import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../../../components/Dialog'
import { IconButton } from '../../../components/IconButton'
import { Filters } from './Filters'

export function FiltersDrawer() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label="Filters"
        icon={ListFilter}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <Dialog open={open} onClose={() => setOpen(false)} title="Filters" untitled size="drawer">
        <Filters />
      </Dialog>
    </>
  )
}
