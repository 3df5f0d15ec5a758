// Numbers of the map that are set once in a while: its seed, how UMAP looks, clusters, lines.
import { Settings2 } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { IconButton } from '../../../components/IconButton'
import { NumberInput } from '../../../components/NumberInput'
import { NormalizeSwitch } from '../inspect/ComparingBar'
import { type BoundedSetting, bounds, readSetting, setMap, useMapSettings } from './map-settings'

export function MapOptions() {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <IconButton label="Map options" icon={Settings2} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label="Map options"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-40 flex max-h-(--radix-popover-content-available-height) w-80 animate-appear flex-col gap-3 overflow-y-auto rounded-lg border border-line bg-raised p-4 shadow-raised"
        >
          <BoundedNumber
            setting="seed"
            label="Seed"
            hint="UMAP begins somewhere: the same seed draws the same map."
          />
          <BoundedNumber
            setting="neighbours"
            label="UMAP neighbours"
            hint="How many each text holds on to. Few show detail, many show the whole."
          />
          <BoundedNumber setting="clusters" label="Clusters" hint="How many groups k-means looks for." />
          <BoundedNumber
            setting="lines"
            label="Lines to nearest"
            hint="So many neighbours of the chosen row are joined to it, by the measure of the other views."
          />
          <NormalizeSwitch />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

interface BoundedNumberProps {
  readonly setting: BoundedSetting
  readonly label: string
  readonly hint: string
}

function BoundedNumber({ setting, label, hint }: BoundedNumberProps) {
  const value = useMapSettings((settings) => settings[setting])
  const [text, setText] = useState(String(value))
  const read = readSetting(setting, text)
  const { least, most } = bounds[setting]
  return (
    <NumberInput
      label={label}
      text={text}
      value={value}
      hint={hint}
      error={typeof read === 'string' ? read : undefined}
      unsetWord={`${least}–${most.toLocaleString('en')}`}
      onText={(next) => {
        setText(next)
        const number = readSetting(setting, next)
        if (typeof number === 'number') setMap({ [setting]: number })
      }}
      onReset={() => setText(String(value))}
    />
  )
}
