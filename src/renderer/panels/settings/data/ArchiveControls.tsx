// Exporting and importing all data, with a preview.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportPreview } from '#shared/schemas/user-data'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { formatBytes, formatCount, formatMoment, formatPlural } from '../../../components/format'
import { Notice } from '../../../components/Notice'
import { Switch } from '../../../components/Switch'
import { useTransfers } from '../../../notices/transfer'
import { dismissPreview, exportData, importData, previewImport, useArchivePreview } from './data-transfer'
import { differences, toKindName } from './names'

export function ArchiveControls() {
  const isRunning = useTransfers((running) => running.archive !== undefined)
  const preview = useArchivePreview((state) => state.preview)
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
        <Button disabled={isRunning} onClick={() => void exportData()}>
          Export…
        </Button>
        <Button disabled={isRunning} onClick={() => void previewImport()}>
          Import…
        </Button>
      </div>
      {!isRunning && <InterruptedExport />}
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
