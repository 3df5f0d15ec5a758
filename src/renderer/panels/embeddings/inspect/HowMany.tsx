// How many neighbours are looked at.
import { Select } from '../../../components/Select'
import { compareBy, useEmbeddingComparing } from '../state/embedding-comparing'

const groups = [
  {
    label: '',
    options: [10, 25, 50, 100].map((count) => ({ value: String(count), label: `${count} nearest` })),
  },
]

export function HowMany() {
  const nearest = useEmbeddingComparing((comparing) => comparing.nearest)
  return (
    <Select
      label="How many"
      value={String(nearest)}
      groups={groups}
      className="h-7!"
      onChange={(count) => compareBy({ nearest: Number(count) })}
    />
  )
}
