// The drawings where there is no room for them beside the open one: behind a button, over the work.
import { Menu } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Dialog } from '../../../components/Dialog'
import { IconButton } from '../../../components/IconButton'
import { useNavigation } from '../../../state/navigation'
import { DrawingList } from './DrawingList'

export function DrawingDrawer() {
  const [open, setOpen] = useState(false)
  // Once something was opened from it, it has served.
  useEffect(() => (open ? useNavigation.subscribe(() => setOpen(false)) : undefined), [open])
  return (
    <>
      <IconButton
        label="Drawings"
        icon={Menu}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <Dialog open={open} onClose={() => setOpen(false)} title="Drawings" untitled size="drawer">
        <DrawingList />
      </Dialog>
    </>
  )
}
