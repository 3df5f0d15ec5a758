// What the user has chosen in passing, such as the expanded sections of an inspector. It survives a restart.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { ItemKind } from '#shared/schemas/library'
import type { ProfileKind } from '#shared/schemas/upstream'
import { followOtherWindows } from './windows'

export interface RecentEntry {
  /** That of the palette's item. */
  readonly id: string
  /** A chat, video, … of the Library, shown without reading it; absent for what is always known, such as commands. */
  readonly object?:
    | { readonly title: string; readonly kind: ItemKind; readonly isSession: boolean }
    | undefined
}

interface Preferences {
  /** The expanded sections of the inspectors, by panel. */
  readonly sections: Readonly<Record<'chat' | 'images' | 'transcribe', readonly string[]>>
  /** The preset last applied to each conversation, to list changes since then. */
  readonly appliedPresets: Readonly<Record<string, string | undefined>>
  /** The ID is empty for the system's default. The name is shown while the device is not connected. */
  readonly microphone: { readonly deviceId: string; readonly name: string }
  readonly audio: { readonly speed: number; readonly isTextFollowing: boolean }
  /** `volume`: from 0 to 1. */
  readonly video: {
    readonly isLooping: boolean
    readonly isMuted: boolean
    readonly volume: number
    readonly speed: number
  }
  /** The profile of each kind of provider that was used last, so that choosing the kind again restores it. */
  readonly lastProfiles: Readonly<Record<ProfileKind, string | null>>
  /** The items used last in the palette, newest first. */
  readonly palette: { readonly recent: readonly RecentEntry[] }
}

export const usePreferences = create<Preferences>()(
  persist(
    (): Preferences => ({
      sections: {
        chat: ['model', 'instruction', 'sampling'],
        images: ['model', 'picture', 'details'],
        transcribe: ['model', 'beyond'],
      },
      appliedPresets: {},
      microphone: { deviceId: '', name: '' },
      audio: { speed: 1, isTextFollowing: true },
      video: { isLooping: false, isMuted: false, volume: 1, speed: 1 },
      lastProfiles: { service: null, openai: null },
      palette: { recent: [] },
    }),
    { name: 'preferences', version: 1 },
  ),
)
followOtherWindows(usePreferences)

export function changePreference<Name extends keyof Preferences>(
  name: Name,
  part: Partial<Preferences[Name]>,
) {
  usePreferences.setState(({ [name]: before }) => ({ [name]: { ...before, ...part } }))
}
