// How many neighbors are looked at.
import { Select } from '../../../components/Select'
import { setComparison, useEmbeddingComparison } from '../state/embedding-comparing'

const groups = [
  {
    label: '',
    options: [10, 25, 50, 100].map((count) => ({ value: String(count), label: `${count} nearest` })),
  },
]

export function NeighborCountField() {
  const nearest = useEmbeddingComparison((options) => options.nearest)
  return (
    <Select
      label="How many"
      value={String(nearest)}
      groups={groups}
      className="h-7!"
      onChange={(count) => setComparison({ nearest: Number(count) })}
    />
  )
}
