// The application menu, from the table of commands: with the user's keys, and with the states that the page reports.
import { app, BrowserWindow, Menu, type MenuItemConstructorOptions, shell } from 'electron'
import type { MenuName } from '#shared/commands/command-definition'
import { type CommandId, commandIds, commands, type MainCommand } from '#shared/commands/commands'
import { type KeymapChanges, resolveKeymap } from '#shared/commands/keymap'
import { isBare, toAccelerator } from '#shared/commands/keys'
import { createMailbox, type Mailbox } from '#workspace/concurrency/mailbox'
import { toDialogLabel } from '../dialog-labels'

type CommandStates = Readonly<
  Partial<Record<CommandId, { readonly enabled: boolean; readonly checked: boolean }>>
>

export interface ApplicationMenu {
  show(): void
  setKeymap(changes: KeymapChanges): void
  /** Yields the chosen commands that run in the page. Only the last page that watches gets them. */
  watch(signal?: AbortSignal): AsyncIterable<{ readonly command: CommandId }>
  /** Adds to what was reported before. Commands that no page has reported are disabled. */
  report(states: CommandStates): void
  run(command: MainCommand): void
}

const isMac = process.platform === 'darwin'
const separator: MenuItemConstructorOptions = { type: 'separator' }

export function createMenu(openLogFolder: () => Promise<void>): ApplicationMenu {
  let keymap = resolveKeymap({}, isMac)
  let states: CommandStates = {}
  let page: Mailbox<{ command: CommandId }> | undefined
  const mainCommands = listMainCommands(openLogFolder)

  const applyState = (id: CommandId) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(id)
    if (!item || isMainCommand(id)) return
    item.enabled = states[id]?.enabled ?? false
    if (item.type === 'checkbox') item.checked = states[id]?.checked ?? false
  }
  const run = (id: CommandId) => {
    // A click toggles the check mark itself, but only the page knows whether it changes.
    applyState(id)
    if (isMainCommand(id)) mainCommands[id]()
    else page?.put({ command: id })
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
      click: () => run(id),
    }
  }
  const show = () => {
    Menu.setApplicationMenu(Menu.buildFromTemplate(listMenus(toItem)))
    for (const id of commandIds) applyState(id)
  }
  return {
    show,
    setKeymap(changes) {
      keymap = resolveKeymap(changes, isMac)
      show()
    },
    watch(signal) {
      const clicks = createMailbox<{ command: CommandId }>((waiting, item) => void waiting.push(item))
      page = clicks
      signal?.addEventListener('abort', () => {
        if (page !== clicks) return
        page = undefined
        states = {}
        for (const id of commandIds) applyState(id)
      })
      return clicks.read(signal)
    },
    report(changed) {
      states = { ...states, ...changed }
      for (const id of commandIds) if (id in changed) applyState(id)
    },
    run,
  }
}

function isMainCommand(id: CommandId): id is MainCommand {
  return commands[id].runs === 'main'
}

function listMainCommands(openLogFolder: () => Promise<void>): Record<MainCommand, () => unknown> {
  const findWindow = () => BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  const zoomBy = (step: number) => {
    const contents = findWindow()?.webContents
    contents?.setZoomLevel(contents.getZoomLevel() + step)
  }
  return {
    'app.openLogFolder': openLogFolder,
    'app.showDataFolder': () => shell.openPath(app.getPath('userData')),
    'app.quit': () => app.quit(),
    'window.close': () => findWindow()?.close(),
    'window.reload': () => findWindow()?.webContents.reload(),
    'window.developerTools': () => findWindow()?.webContents.toggleDevTools(),
    'window.resetZoom': () => findWindow()?.webContents.setZoomLevel(0),
    'window.zoomIn': () => zoomBy(0.5),
    'window.zoomOut': () => zoomBy(-0.5),
    'window.fullScreen': () => {
      const window = findWindow()
      window?.setFullScreen(!window.isFullScreen())
    },
  }
}

type ToItem = (id: CommandId) => MenuItemConstructorOptions

function listMenus(toItem: ToItem): MenuItemConstructorOptions[] {
  const toMenu = (name: MenuName, first: readonly MenuItemConstructorOptions[] = []) => ({
    label: name,
    submenu: joinSections([first, ...listSections(name).map((ids) => ids.map(toItem))]),
  })
  const editing = (['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll'] as const).map(
    (role): MenuItemConstructorOptions => ({ role }),
  )
  return [
    ...(isMac ? [listMacMenu(toItem)] : []),
    toMenu('File'),
    toMenu('Edit', [...editing.slice(0, 2), separator, ...editing.slice(2)]),
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
