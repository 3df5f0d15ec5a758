// Asks for another answer: of the same model, or of another one.
import { RotateCcw } from 'lucide-react'
import type { Turn } from '#shared/schemas/chat'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { regenerateAnswer } from '../../../state/chat-actions'
import { fitParameters } from '../../../state/drafts'
import { focusPrompt } from '../../../state/focus-requests'
import { isRunning } from '../../../state/fold-chat'
import { useChat } from '../../../state/live-chat'
import { readParameters } from '../../../state/next-parameters'
import { useModels } from '../use-models'
import { tellFailure } from './tell-failure'

/** Not while an answer of the conversation is under way. */
export function Regenerate({ turn }: { turn: Turn }) {
  const { models, groups, toModelName } = useModels()
  const isBusy = useChat(turn.conversationId, isRunning)
  const regenerate = (model?: string) => {
    const before = turn.parameters ?? readParameters(turn.conversationId)
    const parameters = model && fitParameters({ ...before, model }, models)
    // Another answer takes the place of this one, and of the control that had the focus.
    regenerateAnswer(turn.conversationId, turn.id, parameters || undefined).then(focusPrompt, tellFailure)
  }
  const others = groups.flatMap(({ options }) => options).filter(({ value }) => value !== turn.model)
  return (
    <Menu
      label="Regenerate"
      align="start"
      trigger={<IconButton size="small" label="Regenerate" icon={RotateCcw} disabled={isBusy} />}
      items={[
        { name: `Again with ${toModelName(turn.model)}`, icon: RotateCcw, onSelect: () => regenerate() },
        ...others.map(({ value, label }, index) => ({
          name: `With ${label}`,
          apart: index === 0,
          onSelect: () => regenerate(value),
        })),
      ]}
    />
  )
}
