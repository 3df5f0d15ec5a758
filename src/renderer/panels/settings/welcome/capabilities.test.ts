// The welcome page's description of a provider after its test.
import { expect, test } from 'vitest'
import type { CheckedPart, UpstreamReport } from '#shared/schemas/upstream-report'
import { listProblems, toCapabilities } from './capabilities'

const part = (name: CheckedPart['part'], verdict: CheckedPart['verdict']): CheckedPart => ({
  part: name,
  verdict,
  milliseconds: 120,
  detail: '',
  request: 'GET /v1beta/models',
})
const model = (id: string, known: boolean | null) => ({ id, upstreamId: id, known })
const describe = (report: UpstreamReport) =>
  toCapabilities(report, { models: [] }).map(({ name, mark, finding }) => `${name}: ${finding} (${mark})`)

test('a Gemini key alone makes everything available whose models it lists, but no transcription', () => {
  const models = [
    model('gen-2.5-flash', true),
    model('gen-2.5-pro', true),
    model('gen-2.5-flash-image', true),
    model('gen-embedding-001', null),
    model('gen-transcribe', null),
    model('gen-video-3', false),
  ]
  const report = { parts: [part('gemini', 'working'), part('openai', 'no-key')], models }
  const [chat, images, , , transcription] = describe(report)
  expect([chat, images, transcription]).toEqual([
    'Chat: 2 models (ok)',
    'Images: 1 model (ok)',
    'Transcription: Needs an OpenAI API key (none)',
  ])
  expect(listProblems(report)).toEqual([])
})

test('a rejected key makes nothing available, and is the problem', () => {
  const report = { parts: [part('gemini', 'unauthorised'), part('openai', 'working')], models: [] }
  expect(describe(report)).toEqual([
    'Chat: API key rejected (bad)',
    'Images: API key rejected (bad)',
    'Video: API key rejected (bad)',
    'Embeddings: API key rejected (bad)',
    'Transcription: Working (ok)',
  ])
  expect(listProblems(report).map((each) => each.part)).toEqual(['gemini'])
})
