// The application menu, from the table of commands: with the user's keys, and with the states that the page reports.
import { app, type BrowserWindow, Menu, type MenuItemConstructorOptions, shell } from 'electron'
import type { MenuName } from '#shared/commands/command-definition'
import { type CommandId, commandIds, commands, type MainCommand } from '#shared/commands/commands'
import { type KeymapChanges, resolveKeymap } from '#shared/commands/keymap'
import { isBare, toAccelerator } from '#shared/commands/keys'
import { toDialogLabel } from '../dialog-labels'
import type { PageId } from '../page-mailboxes'
import type { Windows } from './windows'

type CommandStates = Readonly<
  Partial<Record<CommandId, { readonly enabled: boolean; readonly checked: boolean }>>
>

export interface ApplicationMenu {
  show(): void
  setKeymap(changes: KeymapChanges): void
  /** Adds to what the page has reported before. Commands that the page of the last window has not reported are disabled. */
  report(page: PageId, states: CommandStates): void
  /** In the window of the page. */
  run(command: MainCommand, page: PageId): void
}

const isMac = process.platform === 'darwin'
const separator: MenuItemConstructorOptions = { type: 'separator' }

interface MenuPorts {
  readonly windows: Windows
  readonly openLogFolder: () => Promise<void>
}

/** Its commands run in the window that had the focus last, whose states it shows. */
export function createMenu({ windows, openLogFolder }: MenuPorts): ApplicationMenu {
  let keymap = resolveKeymap({}, isMac)
  const states = new Map<PageId, CommandStates>()
  const mainCommands = listMainCommands({ windows, openLogFolder })

  const applyState = (id: CommandId) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(id)
    if (!item || isMainCommand(id)) return
    const state = states.get(windows.findLast()?.webContents.id ?? 0)?.[id]
    item.enabled = state?.enabled ?? false
    if (item.type === 'checkbox') item.checked = state?.checked ?? false
  }
  const applyStates = (changed: object = commands) => {
    for (const id of commandIds) if (id in changed) applyState(id)
  }
  const click = (id: CommandId) => {
    // A click toggles the check mark itself, but only the page knows whether it changes.
    applyState(id)
    const window = windows.findLast()
    if (isMainCommand(id)) mainCommands[id](window)
    else if (window) windows.send(window.webContents.id, { type: 'command', command: id })
  }
  const toItem = (id: CommandId): MenuItemConstructorOptions => {
    const { title, checks } = commands[id]
    const [keys] = keymap[id]
    const accelerator = keys === undefined || (isMac && isBare(keys)) ? undefined : toAccelerator(keys)
    return {
      id,
      label: toDialogLabel(title),
      ...(checks && { type: 'checkbox' }),
      ...(accelerator && { accelerator }),
      // The page handles its keys, so that they also depend on the focus. On a Mac, it gets every key first.
      registerAccelerator: isMac || isMainCommand(id),
      click: () => click(id),
    }
  }
  const show = () => {
    Menu.setApplicationMenu(Menu.buildFromTemplate(listMenus(toItem)))
    applyStates()
  }
  windows.onFocus(() => applyStates())
  windows.onPageGone((page) => {
    states.delete(page)
    applyStates()
  })
  return {
    show,
    setKeymap(changes) {
      keymap = resolveKeymap(changes, isMac)
      show()
    },
    report(page, changed) {
      states.set(page, { ...states.get(page), ...changed })
      applyStates(changed)
    },
    run: (command, page) => mainCommands[command](windows.find(page)),
  }
}

function isMainCommand(id: CommandId): id is MainCommand {
  return commands[id].runs === 'main'
}

type MainCommands = Record<MainCommand, (window?: BrowserWindow) => unknown>

function listMainCommands({ windows, openLogFolder }: MenuPorts): MainCommands {
  return {
    'app.openLogFolder': openLogFolder,
    'app.showDataFolder': () => shell.openPath(app.getPath('userData')),
    'app.quit': () => app.quit(),
    'window.close': (window) => window?.close(),
    'window.reload': (window) => window?.webContents.reload(),
    'window.developerTools': (window) => window?.webContents.toggleDevTools(),
    'window.resetZoom': (window) => windows.zoom('reset', window),
    'window.zoomIn': (window) => windows.zoom('in', window),
    'window.zoomOut': (window) => windows.zoom('out', window),
    'window.fullScreen': (window) => window?.setFullScreen(!window.isFullScreen()),
  }
}

type ToItem = (id: CommandId) => MenuItemConstructorOptions

function listMenus(toItem: ToItem): MenuItemConstructorOptions[] {
  const toMenu = (name: MenuName, roles: readonly MenuItemConstructorOptions[] = []) => {
    const [first = [], ...others] = listSections(name).map((ids) => ids.map(toItem))
    return { label: name, submenu: joinSections([[...first, ...roles], ...others]) }
  }
  // Undo is a command of the page: the role would undo the newest edit of any field.
  const editing = (['redo', 'cut', 'copy', 'paste', 'selectAll'] as const).map(
    (role): MenuItemConstructorOptions => ({ role }),
  )
  return [
    ...(isMac ? [listMacMenu(toItem)] : []),
    toMenu('File'),
    toMenu('Edit', [...editing.slice(0, 1), separator, ...editing.slice(1)]),
    toMenu('View'),
    toMenu('Go'),
    ...(isMac ? [{ role: 'windowMenu' as const }] : []),
    { role: 'help', ...toMenu('Help') },
  ]
}

/** In the order of the table. */
function listSections(name: MenuName): CommandId[][] {
  const sections: CommandId[][] = []
  for (const id of commandIds) {
    const [menu, section] = commands[id].menu ?? []
    // On a Mac, it is in the menu with the application's name.
    const isElsewhere = isMac && id === 'app.quit'
    if (menu !== name || section === undefined || isElsewhere) continue
    const ids = sections[section] ?? []
    sections[section] = ids
    ids.push(id)
  }
  return [...sections].map((ids) => ids ?? [])
}

function joinSections(sections: readonly (readonly MenuItemConstructorOptions[])[]) {
  return sections
    .filter((items) => items.length > 0)
    .flatMap((items, at) => (at === 0 ? items : [separator, ...items]))
}

/** The menu with the application's name. */
function listMacMenu(toItem: ToItem): MenuItemConstructorOptions {
  return {
    label: app.name,
    submenu: [
      { role: 'about' },
      separator,
      { ...toItem('go.settings'), id: 'app.settings' },
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      toItem('app.quit'),
    ],
  }
}
