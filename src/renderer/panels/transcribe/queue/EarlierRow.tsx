// Stands for the ended files that are still to be fetched.
import { Button } from '../../../components/Button'
import { Skeleton } from '../../../components/Skeleton'
import { fetchEarlier, useTranscriptions } from '../state/transcriptions'
import { GridCell } from './GridCell'
import { GridRow } from './GridRow'

export function EarlierRow({ index }: { index: number }) {
  const problem = useTranscriptions((state) => state.earlierProblem)
  return (
    <GridRow index={index} className="flex h-full items-center px-4">
      <GridCell className="flex min-w-0 flex-1 items-center gap-2">
        {problem === null ? (
          <Skeleton label="Loading earlier files" widths={['40%']} className="flex-1" />
        ) : (
          <>
            <span className="min-w-0 flex-1 truncate text-danger text-sm" title={problem}>
              Earlier files could not be read: {problem}
            </span>
            <Button size="small" onClick={() => void fetchEarlier()}>
              Try again
            </Button>
          </>
        )}
      </GridCell>
    </GridRow>
  )
}
