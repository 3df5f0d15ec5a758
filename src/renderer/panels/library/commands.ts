// The commands of the Library, and the actions of the selected items.
import type { PageCommandsOf } from '#shared/commands/commands'
import { desktop } from '../../api/desktop'
import type { MenuItem } from '../../components/Menu'
import type { CommandHandler } from '../../state/command-handlers'
import { openPanel, useNavigation } from '../../state/navigation'
import { maxItemsRead, reconcileLibrary } from './actions/item-actions'
import { listSelectionActions } from './actions/item-menu'
import { clearFilters, isNarrowed, noFilters } from './filters/filters'
import { changeView, setFilters, useLibraryView } from './library-view'

type LibraryCommand = Exclude<PageCommandsOf<'library'>, 'library.search'>

const isOpen = () => useNavigation.getState().panel === 'library'

export const libraryCommands: Readonly<Record<LibraryCommand, CommandHandler>> = {
  'library.view': {
    run: () => changeView({ view: useLibraryView.getState().view === 'grid' ? 'list' : 'grid' }),
    isEnabled: isOpen,
  },
  'library.trash': { run: openTrash },
  'library.emptyTrash': {
    run: () => {
      openTrash()
      // The panel closes its dialogs when it is opened.
      requestAnimationFrame(() => changeView({ dialog: 'empty bin' }))
    },
  },
  'library.clearFilters': {
    run: () => setFilters(clearFilters(useLibraryView.getState().filters)),
    isEnabled: () => isOpen() && isNarrowed(useLibraryView.getState().filters),
  },
  'library.compareFolder': { run: reconcileLibrary },
}

function openTrash() {
  openPanel('library')
  setFilters({ ...noFilters, bin: true })
}

/** Those of too many items are known without reading them. */
export async function listItemActions(): Promise<readonly MenuItem[]> {
  const { selection, filters } = useLibraryView.getState()
  const ids = [...selection.ids]
  if (ids.length === 0) return []
  const items = ids.length <= maxItemsRead ? await desktop.library.read({ ids }) : []
  return listSelectionActions({ ids, items, isBin: filters.bin })
}
