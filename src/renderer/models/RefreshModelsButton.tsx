// Requests the list of the OpenAI-compatible server again; meanwhile, the same button cancels that.
import { RefreshCw, X } from 'lucide-react'
import { Button } from '../components/Button'
import { useRefreshModels } from './model-list'

interface RefreshModelsButtonProps {
  readonly label: string
  readonly variant?: 'quiet'
}

export function RefreshModelsButton({ label, variant }: RefreshModelsButtonProps) {
  const { refresh, cancel, isRefreshing } = useRefreshModels()
  const Icon = isRefreshing ? X : RefreshCw
  return (
    <Button size="small" {...(variant && { variant })} onClick={isRefreshing ? cancel : refresh}>
      <Icon size={14} aria-hidden="true" />
      {isRefreshing ? 'Cancel' : label}
    </Button>
  )
}
