// Where a conversation's title is changed, in its place in the list.
import type { Conversation } from '#shared/schemas/chat'
import { tellOutcome } from '../../../desktop/tell-outcome'
import { RenameField } from '../../../kit/RenameField'
import { renameConversation } from '../../../session/chat-verbs'

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
