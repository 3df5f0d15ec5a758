// The labels of a test's verdicts.
import { expect, test } from 'vitest'
import { checkTimeoutSeconds, checkVerdicts } from '#shared/schemas/upstream-report'
import { describeVerdict, summarizeReport, verdictLabels } from './verdict-labels'

test('every verdict has a distinct label, and all but “working” have advice', () => {
  const findings = checkVerdicts.map((verdict) => verdictLabels[verdict].finding)
  expect(new Set(findings).size).toBe(checkVerdicts.length)
  for (const verdict of checkVerdicts) {
    const { mark, finding, advice } = verdictLabels[verdict]
    expect(finding, verdict).toMatch(/^[A-Z].*[^.]$/)
    if (mark === 'ok') expect(advice).toBe('')
    else expect(advice, verdict).toMatch(/^[A-Z].*\.$/)
  }
  expect(checkVerdicts.filter((verdict) => verdictLabels[verdict].mark !== 'bad')).toEqual([
    'working',
    'slow',
    'no-key',
    'key-unreadable',
    'key-entered-elsewhere',
  ])
})

test('a finished test is announced in one message', () => {
  const part = { milliseconds: 12, detail: '', request: 'GET /v1beta/models' }
  const parts = [
    { ...part, part: 'gemini' as const, verdict: 'working' as const },
    { ...part, part: 'openai' as const, verdict: 'unauthorised' as const },
  ]
  expect(summarizeReport({ parts, models: [] })).toBe('Gemini API: Working. OpenAI API: API key rejected.')
})

test('an unknown model leads to the aliases of a vendor, and to the ID and base URL of a service', () => {
  const advice = (part: 'content' | 'transcription' | 'gemini') => {
    const labels = describeVerdict({ part, verdict: 'unknown-model' })
    return [labels.advice, labels.section]
  }
  const service = ['Check the model ID and the base URL of the service.', undefined]
  expect([advice('content'), advice('transcription')]).toEqual([service, service])
  expect(advice('gemini')).toEqual([expect.stringContaining('Models'), 'models'])
})

test('the advice after a timeout names the limit of tests, and no unrelated setting', () => {
  const { advice } = describeVerdict({ part: 'content', verdict: 'timed-out' })
  expect(advice).toContain(`${checkTimeoutSeconds} s`)
  expect(advice).not.toMatch(/increase the (response )?timeout/i)
})
