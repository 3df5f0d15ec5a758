// Transcriptions and embeddings through the real gateway and the demo service.
import { expect, test } from 'vitest'
import { makeSet, readNumbers, readRows, runSet } from '../embeddings/embeddings.fixture'
import { openDemoWorkspace } from '../gateway-workspace.fixture'
import { failLoudness, minutes, storeAudio, waitForState } from '../transcriptions/transcriptions.fixture'

test('sends the settings and pieces of a transcription, and reports the upstream’s error message', async () => {
  const { app } = await openDemoWorkspace({ settings: minutes })
  failLoudness(app)
  const transcribe = async (model: string, seconds?: number) => {
    const settings = { model, language: 'de', prompt: 'Nichts', streaming: true }
    const sources = [await storeAudio(app, 'speech.wav', seconds)]
    return (await app.transcriptions.add({ sources, settings })).ids[0] ?? ''
  }
  const { id, preview, pieces } = await waitForState(
    app,
    await transcribe('gen-4o-transcribe', 150),
    'succeeded',
  )
  expect(preview).toContain('Language: de.')
  expect(pieces.map(({ state, sent, bytes }) => [state, sent === bytes])).toEqual(
    Array(3).fill(['done', true]),
  )
  expect(app.transcriptions.read({ id })?.text.match(/“speech \(\d of 3\)\.wav”/g)).toHaveLength(3)
  expect(await waitForState(app, await transcribe('gen-2.5-pro'), 'failed')).toMatchObject({
    error: { code: 'NOT_FOUND', message: expect.stringContaining('gen-2.5-pro') },
    pieces: [{ state: 'failed' }],
  })
})

test('a question is nearest to its answer, and a long text is rejected', async () => {
  const { app, workspace } = await openDemoWorkspace()
  const texts = ['The cat sleeps on the sofa.', 'Interest rates rose again.', 'lighthouse '.repeat(5000)]
  const settings = { taskType: 'RETRIEVAL_DOCUMENT', outputDimensionality: 768 } as const
  const id = await makeSet(workspace, texts, settings)
  const { counts, dimensions } = await runSet(workspace, id)
  expect([counts.done, dimensions]).toEqual([2, [768]])
  expect(readRows(workspace, id)[2]?.error).toMatch(
    /^This text has [\d,]+ tokens\. Gen Embedding 001 accepts up to 2,048\./,
  )
  const values = await readNumbers(workspace, id, 768)
  const { vector } = await app.embeddings.query({ id, text: 'interest rates' })
  const similarity = (row: number) =>
    vector.reduce((sum, value, index) => sum + value * (values[row * 768 + index] ?? 0), 0)
  expect(similarity(1)).toBeGreaterThan(similarity(0))
})
