// The microphone that recordings use, and the connected ones.
import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** Empty for the system's default. The name is shown while the device is not connected. */
export const useMicrophoneChoice = create<{ readonly deviceId: string; readonly name: string }>()(
  persist(() => ({ deviceId: '', name: '' }), { name: 'microphone', version: 1 }),
)

interface Device {
  readonly deviceId: string
  readonly name: string
}

/** Updated when devices are connected or removed. */
export function useMicrophones(): readonly Device[] {
  const [devices, setDevices] = useState<readonly Device[]>([])
  useEffect(() => {
    let isMounted = true
    const read = async () => {
      const all = await navigator.mediaDevices.enumerateDevices().catch(() => [])
      if (isMounted) setDevices(toMicrophones(all))
    }
    void read()
    navigator.mediaDevices.addEventListener('devicechange', read)
    return () => {
      isMounted = false
      navigator.mediaDevices.removeEventListener('devicechange', read)
    }
  }, [])
  return devices
}

/** Without the system's aliases of other devices. */
export function toMicrophones(
  devices: readonly Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label'>[],
): Device[] {
  return devices
    .filter(
      ({ kind, deviceId }) => kind === 'audioinput' && !['', 'default', 'communications'].includes(deviceId),
    )
    .map(({ deviceId, label }, at) => ({ deviceId, name: label || `Microphone ${at + 1}` }))
}
