// Asks again for whatever the application says has changed.
import type { ChangeTopic } from '#shared/desktop/contract'
import { desktop, queries } from './desktop'
import { keepWatching } from './keep-watching'
import { queryClient } from './query-client'

const keysOfTopic: Record<ChangeTopic, () => readonly (readonly unknown[])[]> = {
  status: () => [queries.application.status.key()],
  // Aliases and own models are settings, and change the list of models.
  settings: () => [queries.settings.read.key(), queries.models.list.key()],
  keys: () => [queries.keys.status.key(), queries.localKey.read.key()],
  models: () => [queries.models.list.key()],
  conversations: () => [queries.conversations.list.key(), queries.conversations.search.key()],
  exchanges: () => [queries.exchanges.list.key()],
  presets: () => [queries.presets.list.key()],
  templates: () => [queries.templates.list.key()],
  library: () => [queries.library.key(), queries.mediaFolder.read.key()],
  embeddings: () => [queries.embeddings.list.key()],
  saves: () => [queries.saves.list.key()],
}

/** Follows until the returned function is called. */
export function followChanges(): () => void {
  return keepWatching({
    open: (signal) => desktop.application.changes(undefined, { signal }),
    onEvent: ({ topic }) => {
      for (const queryKey of keysOfTopic[topic]()) void queryClient.invalidateQueries({ queryKey })
    },
    // What changed while nobody followed is unknown.
    onOpen: (again) => {
      if (again) void queryClient.invalidateQueries()
    },
  })
}
