// Resets one area of the user's data: to the trash where there is one.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { LibraryQuery } from '#shared/schemas/library'
import { type Settings, SettingsPatch, Settings as SettingsSchema } from '#shared/schemas/settings'
import type { ResetArea } from '#shared/schemas/user-data'
import type { Workspace } from '#workspace/workspace'

const kinds = {
  images: 'image',
  videos: 'video',
  transcripts: 'transcript',
  sets: 'embeddings',
} as const

/** Returns the number of entries that were moved to the trash, deleted, or reset. */
export async function resetArea(workspace: Workspace, area: ResetArea): Promise<number> {
  const { settings, exchanges, presets, templates } = workspace
  if (area === 'log') return await exchanges.clear().then(() => 0)
  if (area === 'settings') {
    const defaults: Settings = SettingsSchema.parse({})
    const { services, openAiProfiles, vendor, upstream, backup, ...others } = SettingsPatch.parse(defaults)
    // Without their profiles, stored keys would be deleted.
    settings.update(others)
    return Object.keys(others).length
  }
  if (area === 'presets') {
    const entries = [presets, templates].flatMap((store) =>
      store.list().map(
        ({ id }) =>
          () =>
            store.delete({ id }),
      ),
    )
    for (const remove of entries) remove()
    return entries.length
  }
  if (area === 'chats') return await deleteAll(workspace, await listConversations(workspace, false))
  const ids = await workspace.reads.libraryIds(LibraryQuery.parse({ kinds: [kinds[area]] }))
  if (area === 'images')
    return await deleteAll(workspace, [...ids, ...(await listConversations(workspace, true))])
  // Sets without rows are not in the Library.
  const sets = area === 'sets' ? workspace.embeddings.list().map(({ id }) => id) : []
  const count = await deleteAll(workspace, [...new Set([...ids, ...sets])])
  if (area === 'videos') workspace.videos.clearEnded()
  if (area === 'transcripts') workspace.transcriptions.clearEnded()
  return count
}

/** In another thread, because there may be tens of thousands. */
async function listConversations({ reads }: Workspace, isSession: boolean): Promise<string[]> {
  const query = LibraryQuery.parse({ kinds: ['conversation'] })
  const ids: string[] = []
  for (let offset = 0; ; offset += sliceLength) {
    const { items, total } = await reads.libraryItems({ query, offset, limit: sliceLength })
    for (const item of items) if (item.isSession === isSession) ids.push(item.id)
    if (offset + sliceLength >= total) return ids
  }
}

const sliceLength = 500

/** In slices, so that nothing is blocked. */
async function deleteAll({ library }: Workspace, ids: readonly string[]): Promise<number> {
  for (let at = 0; at < ids.length; at += sliceLength) {
    await library.delete({ ids: ids.slice(at, at + sliceLength) })
    await yieldToEventLoop()
  }
  return ids.length
}
