// The sets where there is no room for them beside the work: behind a button, over it.
import { Menu } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Dialog } from '../../../components/Dialog'
import { IconButton } from '../../../components/IconButton'
import { useEmbeddingView } from '../state/embedding-view'
import { SetList } from './SetList'

export function SetDrawer() {
  const [open, setOpen] = useState(false)
  // Once a set was opened from it, it has served.
  useEffect(() => {
    if (!open) return undefined
    return useEmbeddingView.subscribe((view, before) => view.openId !== before.openId && setOpen(false))
  }, [open])
  return (
    <>
      <IconButton
        label="Sets"
        icon={Menu}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <Dialog open={open} onClose={() => setOpen(false)} title="Sets" untitled size="drawer">
        <SetList />
      </Dialog>
    </>
  )
}
