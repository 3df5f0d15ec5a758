// Exports conversations as files, and imports them.
import type { Conversation } from '#shared/schemas/chat'
import type { Connection } from '../../database/connection'
import type { Media } from '../../media/media'
import { type ExportedFile, toFileName } from '../../user-data/exported-files'
import { findConversation, type StoredConversation } from '../conversation-rows'
import type { Tree } from '../insert-copy'
import { listBranch, readShape } from '../tree/tree-rows'
import { readCopies, readTurns } from '../tree/turn-rows'

export type ExportFormat = 'markdown' | 'json' | 'html'

const extensions: Readonly<Record<ExportFormat, string>> = {
  markdown: 'md',
  // The file manager opens it with the application (`src/dev/package-configuration.mjs`).
  json: 'genplayground.json',
  html: 'html',
}

interface ExportPorts {
  readonly connection: Connection
  readonly media: Media
  readonly now: () => number
  /** Puts an imported conversation into the list. */
  readonly add: (tree: Tree) => Promise<Conversation>
}

interface ExportOptions {
  readonly conversationId: string
  readonly format: ExportFormat
}

export type Exports = ReturnType<typeof createExports>

export function createExports({ connection, media, now, add }: ExportPorts) {
  const readShown = async (conversation: StoredConversation) => {
    const ids = conversation.headTurnId === null ? [] : listBranch(connection, conversation.headTurnId)
    return { conversation, media, branch: await readTurns(connection, ids) }
  }
  return {
    /** A file name that is valid on every system, with its extension. */
    suggestName: ({ conversationId, format }: ExportOptions) =>
      `${toFileName(findConversation(connection, conversationId).title)}.${extensions[format]}`,
    /** The files must be written in this order. The one with the given name comes last. */
    async *write({
      conversationId,
      format,
      fileName,
    }: ExportOptions & { readonly fileName: string }): AsyncIterable<ExportedFile> {
      const conversation = findConversation(connection, conversationId)
      if (format === 'json') {
        const { writeJson } = await import('./conversation-json')
        const turns = await readCopies(connection, [...readShape(connection, conversationId).keys()])
        yield { path: fileName, content: writeJson({ conversation, media, turns, now: now() }) }
        return
      }
      const shown = await readShown(conversation)
      if (format === 'markdown') {
        const { writeMarkdown } = await import('./write-markdown')
        yield* writeMarkdown({ ...shown, fileName })
        return
      }
      const { writeHtml } = await import('./write-html')
      yield { path: fileName, content: writeHtml({ ...shown, now: now() }) }
    },
    /** Imports the text of a JSON file. Throws with the path of an invalid value. */
    async import(text: string): Promise<Conversation> {
      const { readJson } = await import('./conversation-json')
      return add(await readJson(text, media, now()))
    },
  }
}
