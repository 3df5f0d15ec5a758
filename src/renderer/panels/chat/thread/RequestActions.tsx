// Opens what lies behind an answer: its exchange, and its request as code.
import { ArrowLeftRight, CodeXml } from 'lucide-react'
import { useState } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { IconButton } from '../../../components/IconButton'
import { RequestDialog, type RequestView } from '../request/RequestDialog'

export function RequestActions({ turn }: { turn: Turn }) {
  const [view, setView] = useState<RequestView>('exchange')
  const [open, setOpen] = useState(false)
  const show = (wanted: RequestView) => {
    setView(wanted)
    setOpen(true)
  }
  return (
    <>
      <IconButton size="small" label="Request" icon={ArrowLeftRight} onClick={() => show('exchange')} />
      <IconButton size="small" label="Code" icon={CodeXml} onClick={() => show('code')} />
      <RequestDialog turn={turn} view={view} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
