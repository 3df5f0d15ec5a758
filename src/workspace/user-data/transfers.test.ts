// Files that are being copied: their count, and waiting for the last one.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestWorkspace } from '../workspace.fixture'
import { createTransfers } from './transfers'

function setUp() {
  const timers = new Set<() => void>()
  const transfers = createTransfers((_, callback) => {
    timers.add(callback)
    return () => timers.delete(callback)
  })
  const elapse = () => {
    for (const callback of [...timers]) {
      timers.delete(callback)
      callback()
    }
  }
  /** Starts a transfer; returns a function that ends it. */
  const begin = (kind: 'files' | 'exports' | 'imports') => {
    let end = () => {}
    const work = new Promise<void>((resolve) => {
      end = resolve
    })
    const ended = transfers.run(kind, () => work)
    return async () => {
      end()
      await ended
    }
  }
  return { transfers, elapse, begin }
}

test('counts each kind, with the files that the page has not sent yet', async () => {
  const { transfers, begin } = setUp()
  const endFile = begin('files')
  transfers.setWaiting(4)
  const endExport = begin('exports')
  expect(transfers.count()).toEqual({ files: 5, exports: 1, imports: 0 })
  await endFile()
  expect(transfers.count()).toEqual({ files: 4, exports: 1, imports: 0 })
  await endExport()
  // A page that has closed does not send the others.
  expect(transfers.count()).toEqual({ files: 0, exports: 0, imports: 0 })
})

test('a transfer that fails is no longer counted', async () => {
  const { transfers } = setUp()
  await expect(transfers.run('imports', () => Promise.reject(new Error('no room')))).rejects.toThrow(
    'no room',
  )
  expect(transfers.count().imports).toBe(0)
})

test('waits until nothing is copied, not only between two files', async () => {
  const { transfers, elapse, begin } = setUp()
  const endFirst = begin('files')
  let done = 0
  transfers.whenDone(() => {
    done += 1
  })
  elapse()
  expect(done).toBe(0)
  await endFirst()
  const endSecond = begin('files')
  elapse()
  expect(done).toBe(0)
  await endSecond()
  elapse()
  elapse()
  expect(done).toBe(1)
})

test('waiting ends immediately if nothing is being copied, and can be stopped', () => {
  const { transfers, elapse } = setUp()
  let done = 0
  const count = () => {
    done += 1
  }
  const stop = transfers.whenDone(count)
  transfers.whenDone(count)
  stop()
  elapse()
  expect(done).toBe(1)
})

test('the workspace counts an export while its file is written, and an import while its set is filled', async () => {
  const { app, folder } = await openTestWorkspace()
  const { transfers } = app
  const during = await app.unfinishedFiles.track(join(folder, '.x.part'), async () => transfers.count())
  expect(during).toEqual({ files: 0, exports: 1, imports: 0 })
  const path = join(folder, 'vectors.jsonl')
  const rows = Array.from({ length: 250 }, (_, row) =>
    JSON.stringify({ text: `Row ${row}`, vector: [row, 1] }),
  )
  await writeFile(path, rows.join('\n'))
  const counts: number[] = []
  const onProgress = () => counts.push(transfers.count().imports)
  await app.embeddings.import({ paths: [path] }, { onProgress })
  expect(counts.length).toBeGreaterThan(1)
  expect(new Set(counts)).toEqual(new Set([1]))
  await expect(app.embeddings.import({ paths: [join(folder, 'missing.jsonl')] })).rejects.toThrow()
  expect(transfers.count()).toEqual({ files: 0, exports: 0, imports: 0 })
  await app.close()
})
