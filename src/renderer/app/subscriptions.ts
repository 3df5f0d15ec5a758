// Handles events of the main process: refetches data, shows incidents, imports files, and measures loudness.
import { toast } from 'sonner'
import type { ChangeTopic } from '#shared/desktop/contract'
import type { IncidentKind } from '#shared/schemas/application-status'
import { describeError } from '../api/describe-error'
import { desktop, queries } from '../api/desktop'
import { followFeed } from '../api/follow-feed'
import { queryClient } from '../api/query-client'
import { toastOutcome } from '../api/toast-outcome'
import { importOpened } from '../panels/chat/import/import-state'
import { openGatewayTab } from '../panels/gateway/gateway-tab'

const keysOfTopic: Record<ChangeTopic, () => readonly (readonly unknown[])[]> = {
  // Work in progress prevents an update from being installed.
  status: () => [queries.application.status.key(), queries.updates.read.key()],
  // Aliases and custom models are settings, and change the list of models. Prices change the costs.
  settings: () => [
    queries.settings.read.key(),
    queries.models.key(),
    queries.chat.cost.key(),
    queries.usage.key(),
  ],
  keys: () => [queries.keys.status.key(), queries.localKey.read.key()],
  namedKeys: () => [queries.namedKeys.list.key()],
  models: () => [queries.models.key()],
  conversations: () => [
    queries.conversations.list.key(),
    queries.conversations.search.key(),
    queries.folders.list.key(),
    queries.images.steps.key(),
  ],
  presets: () => [queries.presets.list.key()],
  templates: () => [queries.templates.list.key()],
  library: () => [queries.library.key(), queries.mediaFolder.read.key(), queries.images.steps.key()],
  embeddings: () => [queries.embeddings.list.key()],
  saves: () => [queries.saves.list.key(), queries.updates.read.key()],
  updates: () => [queries.updates.read.key()],
  spelling: () => [queries.spelling.key()],
}

/** Returns an unsubscribe function, as all of these do. */
export function invalidateOnChange(): () => void {
  return followFeed({
    open: (signal) => desktop.application.changes(undefined, { signal }),
    onItem: ({ topics }) => {
      for (const queryKey of topics.flatMap((topic) => keysOfTopic[topic]()))
        void queryClient.invalidateQueries({ queryKey })
    },
    // Changes during a lost connection are unknown, and so is a start of the gateway before the first one was open.
    onOpen: (again) =>
      void queryClient.invalidateQueries(again ? {} : { queryKey: queries.application.status.key() }),
  })
}

const incidentTexts: Record<IncidentKind, { readonly title: string; readonly description: string }> = {
  error: {
    title: 'An unexpected error occurred.',
    description: 'Your work is saved. You can keep working.',
  },
  restart: { title: 'The app restarted after repeated errors.', description: 'Your work is saved.' },
  window: { title: 'The window reloaded after a crash.', description: 'Your work and drafts are saved.' },
  graphics: { title: 'The graphics process restarted after a crash.', description: 'You can keep working.' },
  gateway: {
    title: 'The gateway stopped after an error.',
    description: 'Requests in progress were interrupted. Retry them.',
  },
  helper: { title: 'A background process restarted after an error.', description: 'You can keep working.' },
  damage: {
    title: 'Part of the database is damaged.',
    description: 'Export the chats that you need. Then restore the last snapshot.',
  },
  snapshot: {
    title: 'Couldn’t save a snapshot of your data.',
    description: 'Check the free space of the disk. The app keeps retrying.',
  },
  restored: { title: 'The last snapshot was restored.', description: '' },
  budget: { title: 'Budget warning', description: '' },
}

/** For incidents that stay until they are dismissed. */
const permanent: Partial<
  Record<IncidentKind, { readonly label: string; readonly run: () => Promise<unknown> }>
> = {
  damage: { label: 'Restore…', run: () => desktop.application.openRepair() },
  restored: { label: 'Show folder', run: () => desktop.application.revealDataFolder() },
  budget: { label: 'Show usage', run: async () => openGatewayTab('usage') },
}

const incidentDurationMs = 20_000

/** Shows faults of the application itself, with a button that opens the log. */
export function toastIncidents(): () => void {
  return followFeed({
    open: (signal) => desktop.application.incidents(undefined, { signal }),
    onItem: ({ kind, detail }) => {
      if (kind === 'budget') void queryClient.invalidateQueries({ queryKey: queries.usage.key() })
      const { title, description } = incidentTexts[kind]
      const action = permanent[kind]
      toast.warning(title, {
        // The same fault again replaces its toast.
        id: `incident ${kind}`,
        description: detail ?? description,
        duration: action && kind !== 'budget' ? Number.POSITIVE_INFINITY : incidentDurationMs,
        closeButton: action !== undefined,
        action: action
          ? { label: action.label, onClick: () => toastOutcome(action.run()) }
          : { label: 'Open log folder', onClick: () => toastOutcome(desktop.application.openLogFolder()) },
      })
    },
  })
}

/** Imports files with chats that the user opens from the file manager. */
export function importOpenedFiles(): () => void {
  return followFeed({
    open: (signal) => desktop.imports.opened(undefined, { signal }),
    onItem: ({ id }) => void toastOutcome(importOpened(id), 'Couldn’t import the file'),
  })
}

/** Measures the loudness of recordings: long ones are split at silences. */
export function serveLoudnessRequests(): () => void {
  return followFeed({
    open: (signal) => desktop.loudness.requests(undefined, { signal }),
    onItem: ({ media }) => {
      import('../panels/transcribe/loudness/loudness-requests')
        .then(({ requestLoudness }) => requestLoudness(media))
        .catch((error) => desktop.loudness.fail({ media, reason: describeError(error) }))
        // If this fails too, the job requests the loudness again once the window subscribes again.
        .catch(() => undefined)
    },
  })
}

/** Continues with the audio files that the last process was adding, once the page is idle. */
export function continueAudioImport(): () => void {
  const restore = async () => {
    const { restoreAudioImport } = await import('../panels/transcribe/state/audio-import')
    await restoreAudioImport()
  }
  const idle = requestIdleCallback(() => void restore().catch(() => undefined), { timeout: 5_000 })
  return () => cancelIdleCallback(idle)
}
