// Handlers of the commands of the application and of Chat, which opens first. Those of other panels are loaded later.

import { Monitor, Moon, Sun } from 'lucide-react'
import type { CommandId, PageCommandsOf } from '#shared/commands/commands'
import { type PanelId, panelIds } from '#shared/desktop/panel-ids'
import { desktop, queries } from '../api/desktop'
import { queryClient } from '../api/query-client'
import { isTextField } from '../components/keyboard'
import { chatCommands } from '../panels/chat/commands'
import { openFindBar } from '../panels/chat/find/find-state'
import { stopOpenAnswer } from '../state/chat-actions'
import type { CommandHandler, PaletteStep } from '../state/command-handlers'
import { focusPrompt } from '../state/focus-requests'
import { isRunning } from '../state/fold-chat'
import { readChat } from '../state/live-chat'
import {
  focusSearch,
  hasListPane,
  openMainPanel,
  toggleListPane,
  toOpenId,
  useNavigation,
} from '../state/navigation'
import { openSettings } from '../state/settings-view'
import { isUndoFresh, undoNewest } from '../state/undo'
import { openWelcome } from '../state/welcome'
import { isInspectorOpen, openOverlay, toggleInspector } from './overlays'
import { panels } from './panels'

type CoreCommand =
  | PageCommandsOf<'app' | 'view' | 'edit' | 'prompt' | 'answer' | 'go' | 'chat' | 'conversation'>
  | 'library.search'

export const coreCommands: Readonly<Record<CoreCommand, CommandHandler>> = {
  ...chatCommands,
  'app.palette': { run: () => openOverlay('palette') },
  'app.shortcuts': { run: () => openOverlay('shortcuts') },
  'app.about': { run: () => openSettings('about') },
  'app.welcome': { run: openWelcome },
  'view.list': {
    run: toggleListPane,
    isEnabled: () => hasListPane(useNavigation.getState().panel),
    isChecked: () => {
      const { panel, panes } = useNavigation.getState()
      return hasListPane(panel) && !panes[panel]?.isHidden
    },
  },
  'view.inspector': {
    run: toggleInspector,
    isEnabled: () => panels[useNavigation.getState().panel].Inspector !== undefined,
    isChecked: () => panels[useNavigation.getState().panel].Inspector !== undefined && isInspectorOpen(),
  },
  'view.theme': { ask: askTheme },
  'edit.undo': { run: undo },
  'edit.find': { run: find, isEnabled: canFind },
  'edit.search': { run: find, isEnabled: canFind },
  'prompt.focus': {
    run: focusPrompt,
    isEnabled: () => ['chat', 'images', 'video'].includes(useNavigation.getState().panel),
  },
  'answer.stop': {
    run: stopOpenAnswer,
    isEnabled: () => isRunning(readChat(toOpenId(useNavigation.getState()))),
  },
  'library.search': { run: () => focusSearch('library') },
  ...listPanelCommands(),
}

export function isCoreCommand(id: CommandId): id is CoreCommand {
  return Object.hasOwn(coreCommands, id)
}

function listPanelCommands() {
  const entries = panelIds.map((panel) => [`go.${panel}`, { run: () => openMainPanel(panel) }])
  // One entry for each panel.
  return Object.fromEntries(entries) as Record<`go.${PanelId}`, CommandHandler>
}

const themes = [
  ['system', 'System', Monitor],
  ['light', 'Light', Sun],
  ['dark', 'Dark', Moon],
] as const

function askTheme(): PaletteStep {
  return {
    title: 'Set theme',
    placeholder: 'Choose a theme',
    list: async () => {
      const { theme } = await queryClient.fetchQuery(queries.settings.read.queryOptions())
      return themes.map(([id, title, icon]) => ({
        id: `theme ${id}`,
        title,
        icon,
        isChecked: theme === id,
        run: () => desktop.settings.update({ theme: id }),
      }))
    },
  }
}

/** From the menu also in a text field, which undoes its own edit. */
function undo() {
  if (isTextField(document.activeElement) && !isUndoFresh()) document.execCommand('undo')
  else undoNewest()
}

/** In the open chat, or with the search field of the open panel. */
function find() {
  const { panel, conversationId } = useNavigation.getState()
  if (panel === 'chat') {
    if (conversationId !== null) openFindBar(conversationId)
    return
  }
  const field = findSearchField()
  field?.focus()
  field?.select()
}

function canFind(): boolean {
  const { panel, conversationId } = useNavigation.getState()
  return panel === 'chat' ? conversationId !== null : findSearchField() !== null
}

function findSearchField(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('[data-panel-search]')
}
