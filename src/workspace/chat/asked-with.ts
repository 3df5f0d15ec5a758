// What a conversation of each kind asks its answers with.
import type { ConversationKind } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'

/** A picture comes whole or not at all, as the image endpoints document it (specification E3, E7, E12, E16). */
export function askedWith(kind: ConversationKind, parameters: ChatParameters): ChatParameters {
  return kind === 'images' ? { ...parameters, streaming: false } : parameters
}
