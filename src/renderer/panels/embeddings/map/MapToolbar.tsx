// Above the map: how it is made, what its colours mean, what is searched for, and what the hand does.
import { ImageDown } from 'lucide-react'
import { IconButton } from '../../../components/IconButton'
import { Segments } from '../../../components/Segments'
import { Select } from '../../../components/Select'
import { SearchInput } from '../../../components/TextInput'
import { MapOptions } from './MapOptions'
import { readColumn, setMap, toColumnChoice, useMapSettings } from './map-settings'

interface MapSearch {
  readonly typed: string
  readonly onType: (typed: string) => void
  /** So many; null while nothing is typed, and while there is no map. */
  readonly found: number | null
}

interface MapToolbarProps {
  readonly columns: readonly string[]
  readonly search: MapSearch
  /** Null while there is nothing to save. */
  readonly onSave: (() => void) | null
}

const methods = [
  { value: 'pca', name: 'PCA' },
  { value: 'umap', name: 'UMAP' },
] as const

const tools = [
  { value: 'move', name: 'Move' },
  { value: 'lasso', name: 'Lasso' },
] as const

export function MapToolbar({ columns, search, onSave }: MapToolbarProps) {
  const { method, tool } = useMapSettings()
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-b px-4 py-2">
      <div className="flex shrink-0">
        <Segments
          label="Kind of map"
          value={method}
          options={methods}
          onChange={(next) => setMap({ method: next })}
        />
      </div>
      <ColourSelect columns={columns} />
      <MapSearchField search={search} />
      <div className="flex shrink-0">
        <Segments label="Hand" value={tool} options={tools} onChange={(next) => setMap({ tool: next })} />
      </div>
      <div className="flex items-center">
        <MapOptions />
        <IconButton
          label="Save as PNG"
          icon={ImageDown}
          disabled={onSave === null}
          onClick={() => onSave?.()}
        />
      </div>
    </div>
  )
}

/** A column that another set has is none here: then all points are alike. */
function ColourSelect({ columns }: { columns: readonly string[] }) {
  const colourBy = useMapSettings((settings) => settings.colourBy)
  const column = readColumn(colourBy)
  const value = column === null || columns.includes(column) ? colourBy : 'one'
  const named = [...new Set(columns)].filter(Boolean)
  return (
    <Select
      label="Colour by"
      value={value}
      onChange={(next) => setMap({ colourBy: next })}
      className="w-36"
      groups={[
        {
          label: '',
          options: [
            { value: 'one', label: 'One colour' },
            { value: 'cluster', label: 'Clusters', description: 'Found by k-means among the vectors' },
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
        aria-label="Search the map"
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
        {found !== null && `${found.toLocaleString('en')} found`}
      </span>
    </div>
  )
}
