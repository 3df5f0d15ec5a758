// The main thread's side of the worker that upgrades a database, with its progress.
import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { openPortCalls } from '#gateway/port-calls'
import type { StartState } from '#shared/schemas/application-status'
import type { UpgradeStep } from '#workspace/database/database'

export type UpgradeFunctions = {
  /** Resolves once the database has the schema of this version. */
  upgrade(file: string): void
}

export type UpgradeHostFunctions = {
  onStep(step: UpgradeStep): void
}

/** Milliseconds between measurements of the copy, because its thread cannot report while it writes. */
const measureEvery = 250

/** Resolves once the database at `file` has the schema of this version. `program` is the built worker. */
export async function upgradeInThread(
  program: string,
  file: string,
  onProgress: (state: StartState) => void,
): Promise<void> {
  const worker = new Worker(program)
  let copy: { path: string; bytes: number } | undefined
  const measuring = setInterval(() => {
    if (!copy) return
    const { path, bytes } = copy
    stat(path).then(
      ({ size }) => copy && onProgress({ type: 'copying', progress: Math.min(size / bytes, 1) }),
      () => undefined,
    )
  }, measureEvery)
  const functions: UpgradeHostFunctions = {
    onStep: (step) => {
      copy = step.type === 'snapshot' ? step : undefined
      if (step.type === 'snapshot') onProgress({ type: 'copying', progress: 0 })
      else onProgress({ type: 'updating', step: step.number, total: step.total })
    },
  }
  const calls = openPortCalls<UpgradeFunctions>(worker, functions)
  worker.on('error', (error) => calls.close(error))
  worker.on('exit', () => calls.close(new Error('The thread that upgrades the database has ended.')))
  try {
    await calls.call('upgrade', file)
  } finally {
    clearInterval(measuring)
    copy = undefined
    await worker.terminate()
  }
}
