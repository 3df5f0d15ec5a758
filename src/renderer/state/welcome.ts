// The page that welcomes new users: whether it is open. It opens automatically only with an empty data folder.
import { create } from 'zustand'
import { desktop } from '../api/desktop'
import { useNavigation } from './navigation'
import { ownChat } from './windows'

/** In localStorage, so that later starts do not ask. */
const storageKey = 'welcome'

interface Welcome {
  /** `pending`: nothing is shown until it is known whether the page is due. */
  readonly state: 'pending' | 'open' | 'closed'
}

/** Other starts show the last panel at once. */
const isFirstStart = ownChat === null && localStorage.length === 0

export const useWelcome = create<Welcome>()(() => ({ state: isFirstStart ? 'pending' : 'closed' }))

export function openWelcome(): void {
  useWelcome.setState({ state: 'open' })
}

/** In whatever way it is left, it does not open automatically again. */
export function closeWelcome(): void {
  if (useWelcome.getState().state !== 'open') return
  useWelcome.setState({ state: 'closed' })
  localStorage.setItem(storageKey, 'seen')
  // If this fails, only the page opens again in an empty data folder.
  desktop.settings.update({ welcomeSeen: true }).catch(() => undefined)
}

/** Asks once for each data folder. Opening a panel, by whatever command, leaves the page. */
export function followWelcome(): () => void {
  if (ownChat !== null) return () => {}
  if (localStorage.getItem(storageKey) === null) void openIfDue()
  return useNavigation.subscribe(({ panes, inspectorOpen }, before) => {
    if (panes === before.panes && inspectorOpen === before.inspectorOpen) closeWelcome()
  })
}

async function openIfDue(): Promise<void> {
  const { isDue } = await desktop.application.welcome().catch(() => ({ isDue: false }))
  if (!isDue) localStorage.setItem(storageKey, 'seen')
  useWelcome.setState(({ state }) => ({ state: isDue ? 'open' : state === 'pending' ? 'closed' : state }))
}
