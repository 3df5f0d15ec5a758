// How fast sounds are played: chosen once, kept for the next ones.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const

export const usePlaybackSpeed = create<{ readonly speed: number }>()(
  persist(() => ({ speed: 1 }), { name: 'playback-speed', version: 1 }),
)

export function choosePlaybackSpeed(chosen: string) {
  const speed = speeds.find((each) => String(each) === chosen)
  if (speed !== undefined) usePlaybackSpeed.setState({ speed })
}
