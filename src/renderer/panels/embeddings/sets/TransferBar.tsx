// The progress of an export or import, at the bottom of the panel.
import { Button } from '../../../components/Button'
import { bottomBar } from '../../../components/bottom-bar'
import { Progress } from '../Progress'
import { cancelSetExport, useSetExport } from '../state/export-set'
import { cancelVectorImport, useVectorImport } from '../state/import-vectors'

export function TransferBar() {
  const exporting = useSetExport((state) => state.exporting)
  const importing = useVectorImport((state) => state.importing)
  const share = exporting?.share ?? null
  if (share === null && !importing) return null
  return (
    <div ref={bottomBar} className="flex shrink-0 flex-col gap-2 border-line border-t bg-frame px-4 py-2">
      {exporting && share !== null && (
        <Transfer
          action="Export"
          text={`Exporting “${exporting.name}”`}
          share={share}
          onCancel={cancelSetExport}
        />
      )}
      {importing && (
        <Transfer
          action="Import"
          text={`Importing ${importing.name}`}
          share={importing.share}
          onCancel={cancelVectorImport}
        />
      )}
    </div>
  )
}

interface TransferProps {
  readonly action: 'Export' | 'Import'
  readonly text: string
  /** From 0 to 1. */
  readonly share: number
  readonly onCancel: () => void
}

function Transfer({ action, text, share, onCancel }: TransferProps) {
  return (
    <div className="flex items-center gap-3">
      <span className="min-w-0 truncate text-soft text-sm">{text}</span>
      <Progress label={action} share={share} text={`${Math.floor(share * 100)}%`} />
      <Button size="small" onClick={onCancel}>
        Cancel {action.toLowerCase()}
      </Button>
    </div>
  )
}
