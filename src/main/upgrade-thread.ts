// The main thread's side of the worker that upgrades a database, with its progress.
import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { ApiError, type ErrorCode } from '#shared/schemas/api-error'
import type { StartState } from '#shared/schemas/application-status'
import type { UpgradeStep } from '#workspace/database/database'

export type UpgradeMessage =
  | { readonly type: 'step'; readonly step: UpgradeStep }
  | { readonly type: 'error'; readonly code: ErrorCode; readonly message: string }

/** Milliseconds between two looks at the size of the copy: its thread cannot report while it writes. */
const measureEvery = 250

/** Resolves once the database at `file` has the schema of this version. `program` is the built worker. */
export function upgradeInThread(
  program: string,
  file: string,
  onProgress: (state: StartState) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { workerData: { file } })
    let copy: { path: string; bytes: number } | undefined
    const measuring = setInterval(() => {
      if (!copy) return
      const { path, bytes } = copy
      stat(path).then(
        ({ size }) => copy && onProgress({ type: 'copying', progress: Math.min(size / bytes, 1) }),
        () => undefined,
      )
    }, measureEvery)
    worker.on('message', (message: UpgradeMessage) => {
      if (message.type === 'error') return reject(new ApiError(message.code, message.message))
      const { step } = message
      copy = step.type === 'snapshot' ? step : undefined
      if (step.type === 'snapshot') onProgress({ type: 'copying', progress: 0 })
      else onProgress({ type: 'updating', step: step.number, total: step.total })
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      clearInterval(measuring)
      copy = undefined
      // After an error that was reported this changes nothing.
      resolve()
    })
  })
}
