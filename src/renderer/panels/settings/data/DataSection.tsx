// The user's data as a whole: where it is, export and import, backup, storage, and reset.
import type { ApplicationStatus } from '#shared/schemas/application-status'
import type { Settings } from '#shared/schemas/settings'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Section, TextField } from '../FormParts'
import { ArchiveControls } from './ArchiveControls'
import { BackupForm } from './BackupForm'
import { ResetControls } from './ResetControls'
import { StorageView } from './StorageView'

interface DataSectionProps {
  readonly status: ApplicationStatus
  readonly settings: Settings
}

export function DataSection({ status, settings }: DataSectionProps) {
  return (
    <Section id="data" title="Data" description="Everything you create stays on this computer.">
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
