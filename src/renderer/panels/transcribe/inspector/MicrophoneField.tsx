// Chooses the microphone of the next recording.
import { Select } from '../../../components/Select'
import { changePreference, usePreferences } from '../../../state/preferences'
import { useMicrophones } from '../recorder/microphone-choice'

/** A select has no empty value. */
const systemDefault = 'default'

export function MicrophoneField() {
  const { deviceId, name } = usePreferences(({ microphone }) => microphone)
  const devices = useMicrophones()
  const isMissing = deviceId !== '' && !devices.some((device) => device.deviceId === deviceId)
  const all = isMissing ? [...devices, { deviceId, name: `${name} (not connected)` }] : devices
  const options = [
    { value: systemDefault, label: 'System default' },
    ...all.map((device) => ({ value: device.deviceId, label: device.name })),
  ]
  const choose = (value: string) => {
    const selected = all.find((device) => device.deviceId === value)
    changePreference('microphone', selected ?? { deviceId: '', name: '' })
  }
  return (
    <div className="flex flex-col gap-1.5">
      <Select
        label="Microphone"
        value={deviceId || systemDefault}
        groups={[{ label: '', options }]}
        onChange={choose}
      />
      <p className="text-faint text-sm">Microphone for the next recording.</p>
    </div>
  )
}
