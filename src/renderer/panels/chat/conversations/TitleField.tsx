// Where a conversation's title is changed, in its place in the list.
import type { Conversation } from '#shared/schemas/chat'
import { tellOutcome } from '../../../api/tell-outcome'
import { RenameField } from '../../../components/RenameField'
import { renameConversation } from '../../../state/chat-verbs'

interface TitleFieldProps {
  readonly conversation: Conversation
  /** By a key the focus goes back to the row; otherwise it is elsewhere already. */
  readonly onDone: (byKey: boolean) => void
}

export function TitleField({ conversation: { id, title }, onDone }: TitleFieldProps) {
  return (
    <RenameField
      label="Title"
      name={title}
      onRename={(typed) => tellOutcome(renameConversation(id, typed))}
      onDone={onDone}
    />
  )
}
