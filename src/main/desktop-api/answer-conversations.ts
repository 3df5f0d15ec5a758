// Answers what the page asks about the list of conversations, their export and their import.
import { basename, dirname, join } from 'node:path'
import type { Workspace } from '#workspace/workspace'
import { readTextFile } from '../read-text-file'
import { writeWholeFile } from '../write-file'
import type { DesktopHost } from './desktop-host'
import { desktop } from './implement-contract'

type ExportInput = Parameters<Workspace['exports']['suggestName']>[0]

export function answerConversations(workspace: Workspace, host: DesktopHost) {
  const { conversations } = desktop
  const kept = workspace.conversations
  return conversations.router({
    list: conversations.list.handler(() => kept.list()),
    rename: conversations.rename.handler(({ input }) => kept.rename(input)),
    delete: conversations.delete.handler(({ input }) => kept.delete(input)),
    restore: conversations.restore.handler(({ input }) => kept.restore(input)),
    pin: conversations.pin.handler(({ input }) => kept.pin(input)),
    branch: conversations.branch.handler(({ input }) => kept.branch(input)),
    search: conversations.search.handler(({ input }) => kept.search(input)),
    export: conversations.export.handler(({ input }) => exportConversation(workspace, host, input)),
    import: conversations.import.handler(async () => {
      const path = await host.openFile(['json'])
      if (path === null) return null
      const text = await readTextFile(path)
      return workspace.database.retryWhenWritable(() => workspace.exports.import(text))
    }),
    importText: conversations.importText.handler(({ input }) => workspace.exports.import(input.text)),
  })
}

async function exportConversation({ exports }: Workspace, host: DesktopHost, input: ExportInput) {
  const suggestedName = exports.suggestName(input)
  const extension = suggestedName.slice(suggestedName.lastIndexOf('.') + 1)
  const path = await host.saveFile(suggestedName, [extension])
  if (path === null) return { path }
  for await (const file of exports.write({ ...input, fileName: basename(path) }))
    await writeWholeFile(join(dirname(path), file.path), file.content)
  return { path }
}
