// The space that each part of the data uses, with a clean-up for each part that can be created again.
import { useMutation, useQuery } from '@tanstack/react-query'
import { toast } from 'sonner'
import { type CleanUp, cleanUps, type StoragePart, type StorageUse } from '#shared/schemas/user-data'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { Button } from '../../../components/Button'
import { formatBytes, formatCount } from '../../../components/format'
import { Skeleton } from '../../../components/Skeleton'
import { ReadErrorNotice } from '../../../notices/ReadErrorNotice'
import { storageNames } from './names'
import { ConfirmDialog, useConfirmation } from './ResetControls'

/** Without an effect, nothing is lost. */
const actions: Readonly<Record<CleanUp, { readonly label: string; readonly effect?: string }>> = {
  database: { label: 'Compact database' },
  log: {
    label: 'Clear request log',
    effect: 'This permanently deletes all logged requests. Usage by day stays.',
  },
  unusedVectors: {
    label: 'Delete unused vectors',
    effect: 'Texts that no set has anymore are embedded, and billed, again if you add them again.',
  },
  thumbnails: { label: 'Delete thumbnails', effect: 'The Library creates them again when it shows them.' },
  snapshots: { label: 'Delete old snapshots', effect: 'The newest snapshot stays.' },
  backups: { label: 'Delete old backups', effect: 'The newest backup stays.' },
  logs: { label: 'Delete old logs', effect: 'The current log stays.' },
  trash: {
    label: 'Empty trash',
    effect: 'This permanently deletes everything in the trash that nothing else uses.',
  },
}

/** From the palette of the app, without its color of danger; neighbors differ in lightness, too. */
const colors = [
  'bg-accent-fill',
  'bg-accent-fill/55',
  'bg-ink/70',
  'bg-warn',
  'bg-ink/45',
  'bg-warn/60',
  'bg-accent-fill/30',
  'bg-ink/25',
]

export function StorageView() {
  const { data: uses, error, refetch } = useQuery(queries.data.storage.queryOptions())
  const { confirmed, confirm, dismiss } = useConfirmation<CleanUp>()
  const clean = useMutation({
    mutationFn: (part: CleanUp) => desktop.data.cleanUp({ part }),
    onSuccess: () => toast.success('Storage cleaned up'),
    onError: (reason) => toast.error(describeError(reason)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queries.data.storage.key() }),
  })
  if (error && !uses)
    return <ReadErrorNotice title="Couldn’t measure the storage" error={error} onRetry={refetch} />
  return (
    <div className="flex flex-col gap-3">
      <h3 className="font-medium text-soft text-sm">Storage</h3>
      {uses ? (
        <Uses
          uses={uses}
          isBusy={clean.isPending}
          onCleanUp={(part) => (actions[part].effect ? confirm(part) : clean.mutate(part))}
        />
      ) : (
        <Skeleton label="Measuring storage…" widths={['100%', '64%', '48%']} />
      )}
      {confirmed && (
        <ConfirmDialog
          title={`${actions[confirmed].label}?`}
          description={`${actions[confirmed].effect} You can’t undo this.`}
          action={actions[confirmed].label}
          onClose={dismiss}
          onConfirm={() => clean.mutate(confirmed)}
        />
      )}
    </div>
  )
}

interface UsesProps {
  readonly uses: StorageUse
  readonly isBusy: boolean
  readonly onCleanUp: (part: CleanUp) => void
}

function Uses({ uses, isBusy, onCleanUp }: UsesProps) {
  // The trash is a part of the media.
  const shown = uses
    .filter(({ part, bytes }) => part !== 'trash' && bytes > 0)
    .sort((a, b) => b.bytes - a.bytes)
  const total = shown.reduce((sum, { bytes }) => sum + bytes, 0)
  const colorOf = (part: StoragePart) =>
    colors[
      Math.min(
        shown.findIndex((use) => use.part === part),
        colors.length - 1,
      )
    ]
  return (
    <>
      <div aria-hidden="true" className="flex h-3 gap-px overflow-hidden rounded-full bg-hover">
        {shown.map(({ part, bytes }) => (
          <span key={part} className={colorOf(part)} style={{ width: `${(bytes / total) * 100}%` }} />
        ))}
      </div>
      <table aria-label="Storage" className="w-full text-sm tabular-nums">
        <thead className="sr-only">
          <tr>
            {['Part', 'Files', 'Size', 'Clean-up'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...shown, ...uses.filter(({ part }) => part === 'trash')].map(({ part, bytes, files }) => (
            <tr key={part} className="h-8 border-line border-t">
              <th scope="row" className="text-left font-normal">
                <span
                  aria-hidden="true"
                  className={`mr-2 inline-block size-2.5 rounded-sm ${colorOf(part) ?? ''}`}
                />
                {storageNames[part]}
                {part === 'trash' && <span className="text-faint"> (included above)</span>}
              </th>
              <td className="text-right text-faint">{files > 0 ? formatCount(files) : ''}</td>
              <td className="w-24 text-right">{formatBytes(bytes)}</td>
              <td className="w-44 text-right">
                {isCleanUp(part) && (
                  <Button
                    size="small"
                    disabled={isBusy || (bytes === 0 && files === 0)}
                    onClick={() => onCleanUp(part)}
                  >
                    {actions[part].label}
                  </Button>
                )}
              </td>
            </tr>
          ))}
          <tr className="h-8 border-line border-t font-medium">
            <th scope="row" className="text-left font-medium">
              Total
            </th>
            <td />
            <td className="text-right">{formatBytes(total)}</td>
            <td />
          </tr>
        </tbody>
      </table>
    </>
  )
}

function isCleanUp(part: StoragePart): part is CleanUp {
  return cleanUps.some((each) => each === part)
}
