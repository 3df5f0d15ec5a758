// The application menu, which is outside the page: reads and clicks its items by their labels.
import type { Application } from './application'

interface MenuItemState {
  readonly enabled: boolean
  readonly checked: boolean
  readonly accelerator: unknown
}

export async function readMenuItem({ electron }: Application, label: string): Promise<MenuItemState> {
  const state = await electron.evaluate(({ Menu }, name) => {
    const menus = Menu.getApplicationMenu()?.items ?? []
    const item = menus.flatMap(({ submenu }) => submenu?.items ?? []).find((each) => each.label === name)
    return item && { enabled: item.enabled, checked: item.checked, accelerator: item.accelerator ?? null }
  }, label)
  return state ?? { enabled: false, checked: false, accelerator: null }
}

export const isMenuItemEnabled = async (application: Application, label: string) =>
  (await readMenuItem(application, label)).enabled

export async function clickMenuItem({ electron }: Application, label: string): Promise<void> {
  await electron.evaluate(({ Menu }, name) => {
    const menus = Menu.getApplicationMenu()?.items ?? []
    const items = menus.flatMap(({ submenu }) => submenu?.items ?? [])
    items.find((each) => each.label === name)?.click()
  }, label)
}
