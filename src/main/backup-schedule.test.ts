// When backups are saved, and how failures are remembered.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createBackups } from './backup-schedule'

const day = 24 * 60 * 60_000

function open(results: (Error | 'saved')[], enabled = true) {
  const folder = mkdtempSync(join(tmpdir(), 'backup schedule '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  let time = 1_000
  let next = () => {}
  let runs = 0
  const ports = {
    folder,
    settings: () => ({ enabled, folder: '/target', maxCount: 3 }),
    save: async () => {
      runs += 1
      const result = results.shift()
      if (result instanceof Error) throw result
      return { copied: 1, unchanged: 2, bytes: 3 }
    },
    onChange: () => {},
    now: () => time,
    timer: (_delay: number, callback: () => void) => {
      next = callback
      return () => {
        next = () => {}
      }
    },
  }
  const backups = createBackups(ports)
  backups.start()
  return {
    ports,
    backups,
    runs: () => runs,
    async advance(milliseconds: number) {
      time += milliseconds
      next()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('a backup is saved once a day, also across restarts', async () => {
  const schedule = open(['saved', 'saved'])
  await schedule.advance(0)
  await schedule.advance(day / 2)
  expect(schedule.runs()).toBe(1)
  expect(createBackups(schedule.ports).last()).toMatchObject({ at: 1_000, problem: null, copied: 1 })
  await schedule.advance(day / 2)
  expect(schedule.runs()).toBe(2)
})

test('a failure is remembered with the last success, and tried again', async () => {
  const schedule = open(['saved', new Error('The disk is full.'), 'saved'])
  await schedule.advance(0)
  await schedule.advance(day)
  expect(schedule.backups.last()).toMatchObject({ problem: 'The disk is full.', lastSuccess: 1_000 })
  await schedule.advance(1)
  expect(schedule.backups.last()).toMatchObject({ problem: null })
})

test('nothing is saved while backups are off, or after closing', async () => {
  const off = open([], false)
  await off.advance(day)
  const closed = open(['saved'])
  closed.backups.close()
  await closed.advance(day)
  expect([off.runs(), closed.runs()]).toEqual([0, 0])
})

test('a canceled backup reports its progress until then, and is not remembered as a failure', async () => {
  const schedule = open([])
  const progress = { phase: 'media', files: 1, totalFiles: 2, bytes: 3, totalBytes: 6 } as const
  const backups = createBackups({
    ...schedule.ports,
    save: (_, { signal, report }) => {
      report(progress)
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      )
    },
  })
  const reports: unknown[] = []
  const running = backups.run((each) => reports.push(each))
  const joined = backups.run()
  backups.cancel()
  await expect(running).rejects.toThrow('aborted')
  await expect(joined).rejects.toThrow('aborted')
  expect(reports).toEqual([progress])
  expect(backups.last()).toBeNull()
})
