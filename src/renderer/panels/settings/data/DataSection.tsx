// The user's data as a whole: where it is, export and import, backup, storage, and reset.
import { useQuery } from '@tanstack/react-query'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import type { Settings } from '#shared/schemas/settings'
import type { BackupResult } from '#shared/schemas/user-data'
import { desktop, queries } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { formatBytes, formatMoment, formatPlural } from '../../../components/format'
import { Notice } from '../../../components/Notice'
import { useTransfers } from '../../../notices/transfer'
import { Section, TextField } from '../FormParts'
import { Setting } from '../Setting'
import { useUpdateSettings } from '../settings-form'
import { TableSetting } from '../TableSetting'
import { ArchiveControls } from './ArchiveControls'
import { backUpNow } from './data-transfer'
import { ResetControls } from './ResetControls'
import { StorageView } from './StorageView'

export function DataSection({ status, settings }: { status: ApplicationStatus; settings: Settings }) {
  return (
    <Section id="data">
      <TextField
        label="Data folder"
        value={status.dataFolder}
        className="font-mono text-sm"
        actions={
          <Button onClick={() => toastOutcome(desktop.application.revealDataFolder())}>Show in folder</Button>
        }
      />
      <ArchiveControls />
      <BackupForm settings={settings} />
      <StorageView />
      <ResetControls />
    </Section>
  )
}

/** The daily backup: folder, number of backups, and the last result. */
function BackupForm({ settings }: { settings: Settings }) {
  const { backup: saved } = settings
  const { update, failure } = useUpdateSettings()
  const { data: last } = useQuery(queries.data.lastBackup.queryOptions())
  const isRunning = useTransfers((running) => running.archive !== undefined)
  const choose = async () => {
    const selected = await desktop.data.chooseBackupFolder()
    if (selected) update({ backup: { ...saved, folder: selected.path, enabled: true } })
  }
  return (
    <div className="flex flex-col gap-3">
      <h3 className="font-medium text-soft text-sm">Backup</h3>
      <TableSetting id="backup" settings={settings} disabled={saved.folder === null} />
      <Setting id="backup-folder" settings={settings}>
        <TextField
          label="Backup folder"
          hint="Choose a folder on another disk."
          value={saved.folder ?? ''}
          placeholder="None"
          className="min-w-48 font-mono text-sm"
          actions={
            <>
              <Button onClick={() => void choose()}>Choose…</Button>
              <Button disabled={saved.folder === null || isRunning} onClick={() => void backUpNow()}>
                Back up now
              </Button>
            </>
          }
        />
      </Setting>
      <TableSetting id="backup-count" settings={settings} />
      {failure && <Notice tone="danger" title={failure} />}
      {last && <LastBackup result={last} />}
    </div>
  )
}

function LastBackup({ result }: { result: BackupResult }) {
  const { at, problem, lastSuccess, copied, unchanged, bytes } = result
  if (problem !== null)
    return (
      <Notice tone="danger" title={`The backup failed, ${formatMoment(at)}`}>
        {problem}{' '}
        {lastSuccess === null ? 'There is no backup yet.' : `Last backup: ${formatMoment(lastSuccess)}.`}
      </Notice>
    )
  return (
    <p className="text-faint text-sm">
      Last backup: {formatMoment(at)} · {formatPlural(copied, 'new media file')}, {formatBytes(bytes)} written
      · {formatPlural(unchanged, 'unchanged file')}
    </p>
  )
}
