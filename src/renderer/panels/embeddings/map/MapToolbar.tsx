// The toolbar of the map: method, colors, search, pointer tool and options.

import { ImageDown, Settings2 } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { formatCount } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { NumberInput } from '../../../components/NumberInput'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { Select } from '../../../components/Select'
import { SearchInput } from '../../../components/TextInput'
import { NormalizeSwitch } from '../inspect/MetricBar'
import {
  type BoundedSetting,
  bounds,
  minDistances,
  readColumn,
  readSetting,
  setMap,
  toColumnChoice,
  useMapSettings,
} from './map-state'
import type { MapFormat } from './save-map'

interface MapSearch {
  readonly typed: string
  readonly onType: (typed: string) => void
  /** The number of matches; null while nothing is typed, or there is no map. */
  readonly found: number | null
}

interface MapToolbarProps {
  readonly columns: readonly string[]
  readonly search: MapSearch
  /** Null if there is no map to save. */
  readonly onSave: ((format: MapFormat) => void) | null
}

const methods = [
  { value: 'pca', name: 'PCA' },
  { value: 'umap', name: 'UMAP' },
] as const

const saveItems = [
  { name: 'Save as PNG…', format: 'png' },
  { name: 'Save coordinates as CSV…', format: 'csv' },
] as const

const tools = [
  { value: 'move', name: 'Pan' },
  { value: 'lasso', name: 'Lasso' },
] as const

export function MapToolbar({ columns, search, onSave }: MapToolbarProps) {
  const { method, tool } = useMapSettings()
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-b px-4 py-2">
      <div className="flex shrink-0">
        <SegmentedControl
          label="Projection"
          value={method}
          options={methods}
          onChange={(next) => setMap({ method: next })}
        />
      </div>
      <ColorSelect columns={columns} />
      <MapSearchField search={search} />
      <div className="flex shrink-0">
        <SegmentedControl
          label="Tool"
          value={tool}
          options={tools}
          onChange={(next) => setMap({ tool: next })}
        />
      </div>
      <div className="flex items-center">
        <MapOptions />
        <Menu
          label="Save map"
          trigger={<IconButton label="Save map" icon={ImageDown} disabled={onSave === null} />}
          items={saveItems.map(({ name, format }) => ({ name, onSelect: () => onSave?.(format) }))}
        />
      </div>
    </div>
  )
}

/** If the selected column does not exist in this set, all points have one color. */
function ColorSelect({ columns }: { columns: readonly string[] }) {
  const colorBy = useMapSettings((settings) => settings.colorBy)
  const column = readColumn(colorBy)
  const value = column === null || columns.includes(column) ? colorBy : 'one'
  const named = [...new Set(columns)].filter(Boolean)
  return (
    <Select
      label="Color by"
      value={value}
      onChange={(next) => setMap({ colorBy: next })}
      className="w-36"
      groups={[
        {
          label: '',
          options: [
            { value: 'one', label: 'Single color' },
            {
              value: 'cluster',
              label: 'Clusters',
              description: 'From k-means, named by their most distinctive words',
            },
          ],
        },
        ...(named.length > 0
          ? [
              {
                label: 'Columns',
                options: named.map((name) => ({ value: toColumnChoice(name), label: name })),
              },
            ]
          : []),
      ]}
    />
  )
}

function MapSearchField({ search: { typed, found, onType } }: { search: MapSearch }) {
  return (
    <div className="relative flex min-w-36 flex-1">
      <SearchInput
        aria-label="Search map"
        placeholder="Search"
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || typed === '') return
          event.stopPropagation()
          onType('')
        }}
        className={found === null ? '' : 'pr-26'}
      />
      <span
        role="status"
        className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-faint text-sm empty:hidden"
      >
        {found !== null && `${formatCount(found)} found`}
      </span>
    </div>
  )
}

function MapOptions() {
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
            hint="UMAP is random. Use the same seed to get the same map."
          />
          <BoundedNumber
            setting="neighbors"
            label="UMAP neighbors"
            hint="Neighbors per text. Lower values show local detail, higher values show overall structure."
          />
          <MinDistance />
          <BoundedNumber setting="clusters" label="Clusters" hint="Number of k-means clusters." />
          <BoundedNumber
            setting="lines"
            label="Neighbor lines"
            hint="Number of nearest neighbors to connect to the selected row, using the current metric."
          />
          <NormalizeSwitch />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function MinDistance() {
  const minDistance = useMapSettings((settings) => settings.minDistance)
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden="true" className="font-medium text-soft text-sm">
        UMAP minimum distance
      </span>
      <SegmentedControl
        label="UMAP minimum distance"
        value={String(minDistance)}
        options={minDistances.map((each) => ({ value: String(each), name: String(each) }))}
        onChange={(next) => setMap({ minDistance: Number(next) })}
      />
      <p className="text-faint text-sm">
        Lower values pack similar texts closely, higher values spread them.
      </p>
    </div>
  )
}

function BoundedNumber({ setting, label, hint }: { setting: BoundedSetting; label: string; hint: string }) {
  const value = useMapSettings((settings) => settings[setting])
  const [text, setText] = useState(String(value))
  const parsed = readSetting(setting, text)
  const { min, max } = bounds[setting]
  return (
    <NumberInput
      label={label}
      text={text}
      value={value}
      hint={hint}
      error={typeof parsed === 'string' ? parsed : undefined}
      unsetText={`${min} to ${formatCount(max)}`}
      onText={(next) => {
        setText(next)
        const number = readSetting(setting, next)
        if (typeof number === 'number') setMap({ [setting]: number })
      }}
      onReset={() => setText(String(value))}
    />
  )
}
