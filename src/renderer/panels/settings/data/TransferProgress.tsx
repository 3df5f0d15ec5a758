// The progress of an export, import, or backup, which can be canceled.
import { Button } from '../../../components/Button'
import { toPercent } from '../../../components/format'
import { ProgressBar } from '../../../components/ProgressBar'
import { cancelTransfer, useDataTransfer } from './data-transfer'
import { describeDataProgress } from './names'

const labels = {
  export: 'Exporting data',
  preview: 'Reading archive',
  import: 'Importing data',
  backup: 'Backing up data',
} as const

const cancelLabels = {
  export: 'Cancel export',
  preview: 'Cancel import',
  import: 'Cancel import',
  backup: 'Cancel backup',
} as const

export function TransferProgress() {
  const { running, progress } = useDataTransfer()
  if (running === null || !progress) return null
  return (
    <div className="flex flex-col gap-2 rounded-lg border border-line bg-sunken px-3 py-2">
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 text-sm tabular-nums">{describeDataProgress(progress)}</p>
        <Button size="small" onClick={cancelTransfer}>
          {cancelLabels[running]}
        </Button>
      </div>
      <ProgressBar label={labels[running]} percent={toPercent(progress)} className="h-1.5" />
    </div>
  )
}
