// What is done most with a file, as buttons at the end of its row; everything else behind the dots.
import { Ellipsis } from 'lucide-react'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { fileActions, listMenuItems } from './file-actions'

interface RowActionsProps {
  readonly job: TranscriptionJob
  /** Tab leads to them only in the row where the keys are. */
  readonly tabbable: boolean
}

export function RowActions({ job, tabbable }: RowActionsProps) {
  const { name } = job.source
  const tabIndex = tabbable ? 0 : -1
  return (
    <span className="flex shrink-0 items-center opacity-60 group-focus-within/row:opacity-100 group-hover/row:opacity-100">
      {fileActions
        .filter(({ can }) => can(job))
        .map(({ name: action, verb = action, icon, run }) => (
          <IconButton
            key={action}
            size="small"
            label={`${verb} ${name}`}
            icon={icon}
            tabIndex={tabIndex}
            onClick={() => run([job])}
          />
        ))}
      <Menu
        label={`Actions for ${name}`}
        trigger={
          <IconButton size="small" label={`Actions for ${name}`} icon={Ellipsis} tabIndex={tabIndex} />
        }
        items={listMenuItems([job])}
      />
    </span>
  )
}
