// Exporting and importing all data, with progress and preview.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportPreview } from '#shared/schemas/user-data'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { formatBytes, formatCount, formatMoment, formatPlural, toPercent } from '../../../components/format'
import { Notice } from '../../../components/Notice'
import { ProgressBar } from '../../../components/ProgressBar'
import { Switch } from '../../../components/Switch'
import {
  cancelTransfer,
  dismissFailure,
  dismissPreview,
  exportData,
  importData,
  previewImport,
  useDataTransfer,
} from './data-transfer'
import { describeDataProgress, differences, toKindName } from './names'

export function ArchiveControls() {
  const running = useDataTransfer((state) => state.running)
  const failure = useDataTransfer((state) => state.failure)
  const preview = useDataTransfer((state) => state.preview)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-0.5">
        <h3 className="font-medium text-soft text-sm">Export and import</h3>
        <p className="text-faint text-sm">
          One ZIP file with everything but keys: chats, images, videos, transcripts, embedding sets, presets,
          templates, drafts, boards, tags, and settings. Jobs in progress and the request log aren’t included.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button disabled={running !== null} onClick={() => void exportData()}>
          Export…
        </Button>
        <Button disabled={running !== null} onClick={() => void previewImport()}>
          Import…
        </Button>
      </div>
      {running === null && <InterruptedExport />}
      {running !== 'backup' && <TransferProgress />}
      {failure && (
        <Notice
          tone="danger"
          title={failure.title}
          actions={
            <Button size="small" onClick={dismissFailure}>
              Dismiss
            </Button>
          }
        >
          {failure.message}
        </Notice>
      )}
      {preview && <PreviewDialog preview={preview} />}
    </div>
  )
}

function InterruptedExport() {
  const { data } = useQuery(queries.data.interruptedExport.queryOptions())
  if (!data) return null
  const discard = () =>
    toastOutcome(
      desktop.data
        .discardExport()
        .then(() => queryClient.invalidateQueries({ queryKey: queries.data.interruptedExport.key() })),
    )
  return (
    <Notice
      tone="warn"
      title="An export was interrupted"
      actions={
        <>
          <Button size="small" onClick={() => void exportData({ isResumed: true })}>
            Resume export
          </Button>
          <Button size="small" onClick={discard}>
            Discard
          </Button>
        </>
      }
    >
      {data.path}. Files that are complete aren’t written again.
    </Notice>
  )
}

const transferLabels = {
  export: ['Exporting data', 'Cancel export'],
  preview: ['Reading archive', 'Cancel import'],
  import: ['Importing data', 'Cancel import'],
  backup: ['Backing up data', 'Cancel backup'],
} as const

/** The progress of an export, import, or backup, which can be canceled. */
export function TransferProgress() {
  const { running, progress } = useDataTransfer()
  if (running === null || !progress) return null
  const [label, cancelLabel] = transferLabels[running]
  return (
    <div className="flex flex-col gap-2 rounded-lg border border-line bg-sunken px-3 py-2">
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 text-sm tabular-nums">{describeDataProgress(progress)}</p>
        <Button size="small" onClick={cancelTransfer}>
          {cancelLabel}
        </Button>
      </div>
      <ProgressBar label={label} percent={toPercent(progress)} className="h-1.5" />
    </div>
  )
}

function PreviewDialog({ preview }: { preview: ImportPreview }) {
  const [settings, setSettings] = useState(false)
  const kinds = preview.kinds.filter(({ added, known, different }) => added + known + different > 0)
  // Different drafts are not imported.
  const isKnown =
    preview.mediaFiles === 0 &&
    kinds.every(({ kind, added, different }) => added === 0 && (different === 0 || kind === 'drafts'))
  const media =
    preview.mediaFiles > 0
      ? `${formatPlural(preview.mediaFiles, 'media file')} (${formatBytes(preview.mediaBytes)}) will be added.`
      : isKnown
        ? 'You have everything in this archive already.'
        : 'All media files are already there.'
  const missing =
    preview.missing > 0 ? ` ${formatPlural(preview.missing, 'media file')} missing in the archive.` : ''
  return (
    <Dialog
      open
      onClose={dismissPreview}
      title="Import data?"
      description={`Saved by Gen Playground ${preview.appVersion}, ${formatMoment(preview.createdAt)}. What you have stays unchanged; everything is added, or nothing.`}
      actions={
        <>
          <Button onClick={dismissPreview}>Cancel</Button>
          <Button
            variant="primary"
            disabled={isKnown && !settings}
            onClick={() => void importData(preview.path, settings)}
          >
            Import
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 px-5">
        <table aria-label="Contents of the archive" className="w-full text-sm tabular-nums">
          <thead className="text-faint">
            <tr>
              <th scope="col" className="py-1 text-left font-medium">
                Type
              </th>
              {['New', 'Already there', 'Different'].map((name) => (
                <th key={name} scope="col" className="py-1 text-right font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ kind, added, known, different }) => (
              <tr key={kind} className="border-line border-t align-top">
                <th scope="row" className="py-1 text-left font-normal">
                  {toKindName(kind)}
                  {different > 0 && <span className="block text-faint">{differences[kind]}</span>}
                </th>
                {[added, known, different].map((count, index) => (
                  <td key={['new', 'known', 'different'][index]} className="py-1 text-right">
                    {formatCount(count)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <p className="text-soft text-sm">
          {media}
          {missing}
        </p>
        <Switch
          label="Import settings, too"
          hint="Replaces your settings. Keys, folders, and certificates stay as they are."
          checked={settings}
          onChange={setSettings}
        />
      </div>
    </Dialog>
  )
}
