// The progress of the export, and a button to cancel it.
import { Button } from '../../components/Button'
import { formatBytes } from '../../components/format'
import { cancelExport, useExport } from './actions/export-items'
import { countItems } from './describe-item'

export function ExportProgress() {
  const exporting = useExport((state) => state.exporting)
  if (!exporting?.progress) return null
  const { files, totalFiles, bytes, totalBytes } = exporting.progress
  const share = totalBytes > 0 ? bytes / totalBytes : totalFiles > 0 ? files / totalFiles : 0
  return (
    <div className="flex shrink-0 items-center gap-3 border-line border-t bg-frame px-4 py-2">
      <span className="shrink-0 text-soft text-sm">Exporting {countItems(exporting.count)}</span>
      <div
        role="progressbar"
        aria-label="Export"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="h-1.5 min-w-12 flex-1 overflow-hidden rounded-full bg-hover"
      >
        <div className="h-full rounded-full bg-accent-fill" style={{ width: `${share * 100}%` }} />
      </div>
      <span className="shrink-0 text-faint text-sm tabular-nums">
        {files} of {totalFiles} · {formatBytes(bytes)}
      </span>
      <Button size="small" onClick={cancelExport}>
        Cancel export
      </Button>
    </div>
  )
}
