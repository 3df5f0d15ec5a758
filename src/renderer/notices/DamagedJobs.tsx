// A notice for each job of a panel whose stored row cannot be read, with ways to export or delete it.

import { useQuery } from '@tanstack/react-query'
import type { DamagedJob } from '#shared/schemas/job'
import { desktop, queries } from '../api/desktop'
import { queryClient } from '../api/query-client'
import { type Outcome, toastOutcome, toSaved } from '../api/toast-outcome'
import { Button } from '../components/Button'
import { formatDay } from '../components/format'
import { Notice } from '../components/Notice'
import { toastUndo } from '../state/undo'

export function DamagedJobs({ kind, className }: { kind: DamagedJob['kind']; className: string }) {
  const { data = [] } = useQuery(queries.damagedJobs.list.queryOptions())
  const jobs = data.filter((job) => job.kind === kind)
  if (jobs.length === 0) return null
  return (
    <ul aria-label="Damaged jobs" className={className}>
      {jobs.map((job) => (
        <li key={job.id}>
          <Notice
            tone="warn"
            title={`Couldn’t read a ${names[kind]} from ${formatDay(job.createdAt)}`}
            actions={
              <>
                <Button size="small" onClick={() => toastOutcome(exportJob(job))}>
                  Export…
                </Button>
                <Button size="small" variant="quiet" onClick={() => toastOutcome(deleteJob(job))}>
                  Delete
                </Button>
              </>
            }
          >
            {job.isOpen
              ? 'It was still in progress and can’t continue. Its stored data is unchanged: export it before you delete it.'
              : 'Its stored data is unchanged: export it before you delete it.'}
          </Notice>
        </li>
      ))}
    </ul>
  )
}

const names = { video: 'video job', transcription: 'transcription job' } as const

async function exportJob({ id }: DamagedJob): Promise<Outcome> {
  const { path } = await desktop.damagedJobs.export({ id })
  return toSaved(path)
}

async function deleteJob({ id }: DamagedJob): Promise<void> {
  await desktop.damagedJobs.delete({ id })
  await refresh()
  const undo = async () => {
    await desktop.damagedJobs.restore({ id })
    await refresh()
  }
  toastUndo('Damaged job deleted', undo)
}

function refresh(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: queries.damagedJobs.key() })
}
