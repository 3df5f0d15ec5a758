// Takes conversations out of the application as files, and in again; each resolves to what is to be told of it.
import { desktop } from '../api/desktop'
import { openConversation } from './navigation'

export const exportFormats = [
  ['markdown', 'Markdown'],
  ['json', 'JSON'],
  ['html', 'HTML'],
] as const
type ExportFormat = (typeof exportFormats)[number][0]

/** As much as the application itself reads from the disk. */
const largest = 400 * 1024 * 1024

/** Null where the dialog was left. */
export async function exportConversation(
  conversationId: string,
  format: ExportFormat,
): Promise<string | null> {
  const { path } = await desktop.conversations.export({ conversationId, format })
  return path === null ? null : `Exported to ${path}`
}

/** Lets the user choose a file; null where the dialog was left. */
export async function importConversation(): Promise<string | null> {
  const imported = await desktop.conversations.import()
  if (!imported) return null
  openConversation(imported.id)
  return `“${imported.title}” was imported.`
}

/** Of a file that was dropped. */
export async function importFile(file: File): Promise<string> {
  if (file.size > largest) throw new Error(`${file.name} is larger than 400 MB.`)
  const imported = await desktop.conversations.importText({ text: await file.text() })
  openConversation(imported.id)
  return `“${imported.title}” was imported.`
}
