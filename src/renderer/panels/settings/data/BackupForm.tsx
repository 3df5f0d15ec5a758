// The daily backup: folder, number of backups, and the last result.
import { useQuery } from '@tanstack/react-query'
import type { Settings } from '#shared/schemas/settings'
import type { BackupResult } from '#shared/schemas/user-data'
import { desktop, queries } from '../../../api/desktop'
import { Button } from '../../../components/Button'
import { formatBytes, formatMoment, formatPlural } from '../../../components/format'
import { Notice } from '../../../components/Notice'
import { Switch } from '../../../components/Switch'
import { useTransfers } from '../../../notices/transfer'
import { NumbersForm, TextField, toNumber } from '../FormParts'
import { Setting } from '../Setting'
import { useSettingsForm, useUpdateSettings } from '../settings-form'
import { backUpNow } from './data-transfer'

export function BackupForm({ settings }: { settings: Settings }) {
  const { backup: saved } = settings
  const { update, failure } = useUpdateSettings()
  const { data: last } = useQuery(queries.data.lastBackup.queryOptions())
  const isRunning = useTransfers((running) => running.archive !== undefined)
  const choose = async () => {
    const selected = await desktop.data.chooseBackupFolder()
    if (selected) update({ backup: { ...saved, folder: selected.path, enabled: true } })
  }
  const form = useSettingsForm({
    form: 'backup',
    saved: { maxCount: String(saved.maxCount) },
    pathOf: (field) => `backup.${field}`,
    toPatch: ({ maxCount }) => ({ backup: { ...saved, maxCount: toNumber(maxCount) } }),
  })
  return (
    <div className="flex flex-col gap-3">
      <h3 className="font-medium text-soft text-sm">Backup</h3>
      <Setting id="backup" settings={settings}>
        <Switch
          label="Back up daily"
          hint="While the app runs, once a day. Only new media files are copied. Keys aren’t included. To restore a backup, choose Import… and its manifest.json."
          checked={saved.enabled}
          disabled={saved.folder === null}
          onChange={(enabled) => update({ backup: { ...saved, enabled } })}
        />
      </Setting>
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
      <Setting id="backup-count" settings={settings}>
        <NumbersForm
          form={form}
          label="Number of backups"
          fields={[{ name: 'maxCount', label: 'Backups to keep' }]}
          unit="backups"
          saveLabel="Save number"
        />
      </Setting>
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
