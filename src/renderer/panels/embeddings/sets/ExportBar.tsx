// The progress of an export, at the bottom of the panel.
import { Button } from '../../../components/Button'
import { bottomBar } from '../../../components/bottom-bar'
import { Progress } from '../Progress'
import { cancelSetExport, useSetExport } from '../state/export-set'

export function ExportBar() {
  const exporting = useSetExport((state) => state.exporting)
  if (exporting?.share === null || !exporting) return null
  const { name, share } = exporting
  return (
    <div ref={bottomBar} className="flex shrink-0 items-center gap-3 border-line border-t bg-frame px-4 py-2">
      <span className="min-w-0 truncate text-soft text-sm">Exporting “{name}”</span>
      <Progress label="Export" share={share} text={`${Math.floor(share * 100)}%`} />
      <Button size="small" onClick={cancelSetExport}>
        Cancel export
      </Button>
    </div>
  )
}
