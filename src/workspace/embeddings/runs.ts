// The runs under way, at most one a set.
import type { EmbeddingPorts } from './embedding-ports'
import { type EmbeddingRun, startRun } from './embedding-run'

type Started = Parameters<typeof startRun>

export interface Runs {
  of(setId: string): EmbeddingRun | undefined
  begin(set: Started[1], rowIds: readonly number[]): void
  cancel(setId: string): void
  count(): number
  /** Resolves once none is under way. */
  close(): Promise<void>
}

/** `onMoved` is told when a run has begun or ended. */
export function createRuns(ports: EmbeddingPorts, onMoved: (setId: string) => void): Runs {
  const runs = new Map<string, EmbeddingRun>()
  return {
    of: (setId) => runs.get(setId),
    begin(set, rowIds) {
      const run = startRun(ports, set, rowIds)
      runs.set(set.id, run)
      onMoved(set.id)
      void run.ended.then(() => {
        runs.delete(set.id)
        onMoved(set.id)
      })
    },
    cancel: (setId) => runs.get(setId)?.cancel(),
    count: () => runs.size,
    async close() {
      for (const run of runs.values()) run.cancel()
      await Promise.all([...runs.values()].map(({ ended }) => ended))
    },
  }
}
