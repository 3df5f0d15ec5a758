// What a conversation has cost so far, in tokens.
import { Tooltip } from '../../../components/Tooltip'
import { useChat } from '../../../state/live-chat'
import { listTotals } from './answer-figures'

export function ConversationTotals({ conversationId }: { conversationId: string }) {
  const totals = useChat(conversationId, (chat) => chat.totals)
  const figures = totals ? listTotals(totals) : []
  const all = figures.at(-1)
  if (!all) return null
  const told = figures.map(({ name, value }) => `${name}: ${value}`).join(', ')
  return (
    <Tooltip label={`Over all branches. ${told}.`}>
      <p
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what a tooltip tells must be reachable by keyboard.
        tabIndex={0}
        className="flex gap-3 whitespace-nowrap rounded-sm text-faint text-xs tabular-nums"
      >
        {all.value} in all
      </p>
    </Tooltip>
  )
}
