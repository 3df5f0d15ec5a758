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
  const { library, settings, exchanges, presets, templates } = workspace
  if (area === 'log') return await exchanges.clear().then(() => 0)
  if (area === 'settings') {
    const defaults: Settings = SettingsSchema.parse({})
    const { services, vendor, upstream, backup, ...others } = SettingsPatch.parse(defaults)
    // Without their services, stored keys would be deleted.
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
  const kind = area === 'chats' ? 'conversation' : kinds[area]
  const ids = library.ids(LibraryQuery.parse({ kinds: [kind] }))
  if (area === 'chats' || area === 'images') {
    const conversations =
      area === 'chats' ? ids : library.ids(LibraryQuery.parse({ kinds: ['conversation'] }))
    const found: string[] = []
    for await (const slice of inSlices(conversations))
      for (const { id, isSession } of await library.read({ ids: slice }))
        if (isSession === (area === 'images')) found.push(id)
    return await deleteAll(workspace, area === 'chats' ? found : [...ids, ...found])
  }
  // Sets without rows are not in the Library.
  const sets = area === 'sets' ? workspace.embeddings.list().map(({ id }) => id) : []
  const count = await deleteAll(workspace, [...new Set([...ids, ...sets])])
  if (area === 'videos') workspace.videos.clearEnded()
  if (area === 'transcripts') workspace.transcriptions.clearEnded()
  return count
}

async function deleteAll({ library }: Workspace, ids: readonly string[]): Promise<number> {
  for await (const slice of inSlices(ids)) await library.delete({ ids: slice })
  return ids.length
}

const sliceLength = 500

/** There may be tens of thousands, which would block the event loop. */
async function* inSlices(ids: readonly string[]): AsyncGenerator<string[]> {
  for (let at = 0; at < ids.length; at += sliceLength) {
    yield ids.slice(at, at + sliceLength)
    await yieldToEventLoop()
  }
}
