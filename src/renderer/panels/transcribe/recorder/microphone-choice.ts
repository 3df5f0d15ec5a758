// The connected microphones.
import { useEffect, useState } from 'react'

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
