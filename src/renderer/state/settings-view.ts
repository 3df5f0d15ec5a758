// The state of Settings: the current section, and what is open in it.
import { create } from 'zustand'
import type { ProfileKind } from '#shared/schemas/upstream'
import { openPanel, showElsewhere } from './navigation'

export const sectionIds = [
  'upstream',
  'models',
  'prices',
  'network',
  'gateway',
  'chat',
  'spelling',
  'shortcuts',
  'notifications',
  'appearance',
  'privacy',
  'folders',
  'data',
  'about',
] as const
export type SectionId = (typeof sectionIds)[number]

interface SettingsView {
  /** The section that was last in view. */
  readonly section: SectionId
  /** Counts the requests to scroll to `section`. */
  readonly scrollRequests: number
  /** The ID of the setting that gets the focus once its section is rendered; null without a request. */
  readonly focusedSetting: string | null
  readonly search: string
  /** The result of the search; null without a search. */
  readonly found: { readonly sections: readonly SectionId[]; readonly count: number } | null
  /** The selected kind of provider if it has no profile yet: the upstream does not change until one is added. */
  readonly pendingKind: ProfileKind | null
  /** The expanded profiles, which may include the forms that add one (`newProfile`). */
  readonly openProfiles: readonly string[]
  /** The profile that was just added: its key is entered next. */
  readonly addedProfile: string | null
  /** The model whose provider model ID is being edited. */
  readonly editedAlias: string | null
  /** The model whose editing has just ended: it gets the keyboard focus back. */
  readonly closedAlias: string | null
  /** The custom model, or `new`, whose fields are open. */
  readonly editedModel: string | null
  /** The custom model whose editing has just ended: its row gets the keyboard focus. */
  readonly closedModel: string | null
  /** The key of the price whose fields are open; for a new one `+` and the model that it was added for. */
  readonly editedPrice: string | null
  /** The price whose editing has just ended: its row gets the keyboard focus. */
  readonly closedPrice: string | null
  /** "Custom" is selected, but no proxy is saved yet. */
  readonly isProxyPending: boolean
}

export const useSettingsView = create<SettingsView>()(() => ({
  section: 'upstream',
  scrollRequests: 0,
  focusedSetting: null,
  search: '',
  found: null,
  pendingKind: null,
  openProfiles: [],
  addedProfile: null,
  editedAlias: null,
  closedAlias: null,
  editedModel: null,
  closedModel: null,
  editedPrice: null,
  closedPrice: null,
  isProxyPending: false,
}))

export function changeSettingsView(change: Partial<SettingsView>) {
  useSettingsView.setState(change)
}

/** Opens the panel and shows this section. A search that would hide it ends. */
export function openSettings(section: SectionId, change: Partial<SettingsView> = {}) {
  const { focusedSetting: setting } = change
  if (showElsewhere({ type: 'settings', section, ...(setting && { setting }) })) return
  useSettingsView.setState(({ scrollRequests }) => ({
    search: '',
    ...change,
    section,
    scrollRequests: scrollRequests + 1,
  }))
  openPanel('settings')
}

export function clearAddedProfile() {
  changeSettingsView({ addedProfile: null })
}

export function toggleProfile(id: string, open: boolean) {
  useSettingsView.setState(({ openProfiles }) => {
    const others = openProfiles.filter((each) => each !== id)
    return { openProfiles: open ? [...others, id] : others }
  })
}
