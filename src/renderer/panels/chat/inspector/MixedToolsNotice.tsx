// Warns where the model would refuse functions beside the other tools.
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { Notice } from '../../../components/Notice'
import { refusesMixedTools } from './mixed-tools'

export function MixedToolsNotice({ parameters }: { parameters: ChatParameters }) {
  if (!refusesMixedTools(parameters)) return null
  return (
    <Notice tone="warn" title="Functions do not go with these tools">
      Models of generation 2 refuse a request with functions beside URL context or Google Search. Turn one of
      them off, or choose a newer model.
    </Notice>
  )
}
