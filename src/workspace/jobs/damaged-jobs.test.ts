// Jobs with damaged rows are listed, and none of their data is lost.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '../database/connection'
import { openTestWorkspace } from '../workspace.fixture'

const insert = `INSERT INTO jobs (id, kind, state, open, position, created_at, input, progress)
  VALUES (?, ?, ?, ?, 1, ?, ?, ?)`

async function openWithDamage() {
  const before = await openTestWorkspace()
  await before.app.close()
  const direct = connect(join(before.folder, 'workspace.db'))
  direct.run(insert, [
    'open',
    'video',
    'running',
    1,
    3,
    '{"model":"gen-video-3.1","prompt":"A sea"}',
    '{"operation":"operations/abc"',
  ])
  direct.run(insert, ['state', 'video', 'of a later version', 0, 2, '{}', '{}'])
  direct.run(insert, ['talk', 'transcription', 'succeeded', 0, 1, 'not JSON', '{}'])
  direct.run("INSERT INTO transcripts VALUES (NULL, 'v1', 'talk', 'Spoken words', '[]', 2, 'model', 1, 1)")
  direct.close()
  return await openTestWorkspace({ folder: before.folder })
}

test('lists jobs with damaged rows, including those in progress', async () => {
  const { app } = await openWithDamage()
  expect(await app.damagedJobs.list()).toEqual([
    { id: 'talk', kind: 'transcription', createdAt: 1, isOpen: false },
    { id: 'state', kind: 'video', createdAt: 2, isOpen: false },
    { id: 'open', kind: 'video', createdAt: 3, isOpen: true },
  ])
  // The list of jobs does not count them.
  for (const { watch } of [app.videos, app.transcriptions])
    for await (const event of watch()) {
      expect(event).toMatchObject({ type: 'snapshot', jobs: [], total: 0 })
      break
    }
})

test('exports a damaged job as stored, with its transcript', async () => {
  const { app } = await openWithDamage()
  const { suggestedName, text } = app.damagedJobs.toFile({ id: 'talk' })
  expect(suggestedName).toBe('Damaged transcription job.json')
  expect(JSON.parse(text)).toMatchObject({
    row: { id: 'talk', input: 'not JSON', state: 'succeeded' },
    transcripts: [{ text: 'Spoken words' }],
  })
  expect(JSON.parse(app.damagedJobs.toFile({ id: 'open' }).text).row.progress).toBe(
    '{"operation":"operations/abc"',
  )
})

test('deleting a damaged job hides it, retains its row, and can be undone', async () => {
  const { app } = await openWithDamage()
  const ids = async () => (await app.damagedJobs.list()).map(({ id }) => id)
  app.damagedJobs.delete({ id: 'open' })
  expect(await ids()).toEqual(['talk', 'state'])
  await app.library.emptyTrash()
  app.damagedJobs.restore({ id: 'open' })
  expect(await ids()).toEqual(['talk', 'state', 'open'])
  expect(() => app.damagedJobs.delete({ id: 'none' })).toThrow('Job not found.')
})
