// The commands of Embeddings, and the actions of the open set.
import { Orbit, Pencil } from 'lucide-react'
import type { PageCommandsOf } from '#shared/commands/commands'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { queries } from '../../api/desktop'
import { queryClient } from '../../api/query-client'
import type { CommandHandler, PaletteItem } from '../../state/command-handlers'
import { openPanel, useNavigation } from '../../state/navigation'
import { nameNewSet } from './describe-set'
import { listExportItems, toDeleteItem } from './sets/set-items'
import { cancelRun, createSet, goToFailedRow, renameSet, retryFailedRows } from './state/embedding-actions'
import { useEmbeddingSet } from './state/embedding-set'
import { embeddingTabs, showTab } from './state/embedding-view'
import { chooseVectors } from './state/import-vectors'

const hasFailed = () => (readOpenSet()?.counts.failed ?? 0) > 0

export const embeddingCommands: Readonly<Record<PageCommandsOf<'embeddings'>, CommandHandler>> = {
  'embeddings.new': {
    run: async () => {
      const sets = await queryClient.fetchQuery(queries.embeddings.list.queryOptions())
      openPanel('embeddings')
      await createSet(nameNewSet(sets))
    },
  },
  'embeddings.importVectors': {
    run: () => {
      openPanel('embeddings')
      return chooseVectors()
    },
  },
  'embeddings.cancel': {
    run: () => withOpenSet(({ id }) => cancelRun(id)),
    isEnabled: () => readOpenSet()?.running === true,
  },
  'embeddings.retryFailed': { run: () => withOpenSet(({ id }) => retryFailedRows(id)), isEnabled: hasFailed },
  'embeddings.nextFailed': { run: () => withOpenSet(({ id }) => goToFailedRow(id)), isEnabled: hasFailed },
}

function readOpenSet(): EmbeddingSet | null {
  return useNavigation.getState().panel === 'embeddings' ? useEmbeddingSet.getState().set : null
}

function withOpenSet(act: (set: EmbeddingSet) => unknown): unknown {
  const set = readOpenSet()
  return set && act(set)
}

const tabNames = {
  table: 'table',
  vector: 'vector',
  matrix: 'similarity matrix',
  neighbors: 'neighbors',
  map: 'map',
  compare: 'comparison',
} as const satisfies Readonly<Record<(typeof embeddingTabs)[number], string>>

/** The views of the open set, and the items of its menu. */
export function listSetActions(): readonly PaletteItem[] {
  const set = readOpenSet()
  if (!set) return []
  return [
    ...embeddingTabs.map((tab) => ({
      id: `set view ${tab}`,
      title: `Show ${tabNames[tab]}`,
      icon: Orbit,
      run: () => showTab(tab),
    })),
    {
      id: 'set rename',
      title: 'Rename…',
      icon: Pencil,
      ask: () => ({
        title: `Rename “${set.name}”`,
        placeholder: 'Name',
        submit: { initial: set.name, label: 'Rename', run: (name: string) => renameSet(set.id, name) },
      }),
    },
    ...[...listExportItems(set), toDeleteItem(set)]
      .filter(({ disabled }) => !disabled)
      .map(({ name, icon = Orbit, keys, onSelect }) => ({
        id: `set ${name}`,
        title: name,
        icon,
        keys,
        run: onSelect,
      })),
  ]
}
