// Samples that run where they are started, for an empty list that they fill.
import { Play } from 'lucide-react'
import { useState } from 'react'
import { toastOutcome } from '../api/toast-outcome'
import { Button } from '../components/Button'

interface SampleButtonsProps {
  readonly samples: readonly {
    readonly label: string
    /** Resolves to a message for a toast, or to nothing. */
    readonly run: () => Promise<unknown>
  }[]
}

export function SampleButtons({ samples }: SampleButtonsProps) {
  const [isRunning, setRunning] = useState(false)
  const start = (run: () => Promise<unknown>) => {
    setRunning(true)
    toastOutcome(run().finally(() => setRunning(false)))
  }
  return (
    <ul aria-label="Samples" className="flex flex-wrap justify-center gap-2">
      {samples.map(({ label, run }) => (
        <li key={label}>
          <Button disabled={isRunning} onClick={() => start(run)}>
            <Play size={14} aria-hidden="true" />
            {label}
          </Button>
        </li>
      ))}
    </ul>
  )
}
