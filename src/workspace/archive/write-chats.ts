// Writes the chats of an archive as Markdown, for people and other programs.
import { findConversation } from '../conversations/conversation-rows'
import { toMarkdown } from '../conversations/exports/write-markdown'
import { listBranch } from '../conversations/tree/tree-rows'
import { readTurns } from '../conversations/tree/turn-rows'
import { connect } from '../database/connection'
import { listValues } from '../database/rows'
import { createNames } from '../library/export/export-items'
import { toFileName } from '../user-data/exported-files'
import { toMediaPath } from './archive-layout'

/** Yields paths in the archive with their texts. `mediaNames` are the files that the archive has. */
export async function* writeChats(
  database: string,
  mediaNames: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<readonly [path: string, text: string]> {
  const paths = new Map(mediaNames.map((name) => [name.slice(0, 64), `../${toMediaPath(name)}`]))
  const nameOf = createNames()
  const connection = connect(database)
  try {
    const ids = listValues<string>(
      connection,
      "SELECT id FROM conversations WHERE kind = 'chat' AND deleted_at IS NULL ORDER BY seq",
    )
    for (const id of ids) {
      signal.throwIfAborted()
      const conversation = findConversation(connection, id)
      const shown = conversation.headTurnId === null ? [] : listBranch(connection, conversation.headTurnId)
      let text = ''
      for await (const chunk of toMarkdown(conversation, await readTurns(connection, shown), paths))
        text += chunk
      yield [`chats/${nameOf(toFileName(conversation.title))}.md`, text]
    }
  } finally {
    connection.close()
  }
}
