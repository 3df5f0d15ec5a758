// The conversations where there is no room for them beside the chat: behind a button, over the work.
import { Menu } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Dialog } from '../../../components/Dialog'
import { IconButton } from '../../../components/IconButton'
import { useNavigation } from '../../../state/navigation'
import { useSearchFocus } from '../state/search-focus'
import { ConversationList } from './ConversationList'

export function ConversationDrawer() {
  const [open, setOpen] = useState(false)
  const wished = useSearchFocus((state) => state.wished)
  useEffect(() => {
    if (wished) setOpen(true)
  }, [wished])
  // Once something was opened from it, it has served.
  useEffect(() => (open ? useNavigation.subscribe(() => setOpen(false)) : undefined), [open])
  return (
    <>
      <IconButton
        label="Conversations"
        icon={Menu}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <Dialog open={open} onClose={() => setOpen(false)} title="Conversations" untitled size="drawer">
        <ConversationList />
      </Dialog>
    </>
  )
}
