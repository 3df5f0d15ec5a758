// Which vendor API a path belongs to, and what it looks like there.
import { expect, test } from 'vitest'
import { resolveModel } from '#shared/models/aliases'
import { toVendorPath } from './vendor-path'

const rename = (model: string): string => resolveModel(model, [{ from: 'own', to: 'gemini-own' }]).id

test.each([
  ['/v1beta/models/gen-2.5-pro:generateContent', '/v1beta/models/gemini-2.5-pro:generateContent'],
  ['/v1/v1beta/models/gen-2.5-pro:generateContent', '/v1beta/models/gemini-2.5-pro:generateContent'],
  ['/v1beta/models/gemini-2.5-pro:countTokens', '/v1beta/models/gemini-2.5-pro:countTokens'],
  ['/v1beta/models/models%2Fgen-2.5-pro%3AcountTokens', '/v1beta/models/gemini-2.5-pro:countTokens'],
  ['/v1beta/models/models/gen%2D2.5-pro:countTokens', '/v1beta/models/gemini-2.5-pro:countTokens'],
  ['/v1/v1beta/models%2Fgen-2.5-pro:countTokens?a=%2F', '/v1beta/models/gemini-2.5-pro:countTokens?a=%2F'],
  ['/v1beta/models/gen-2.5-pro%3acountTokens', '/v1beta/models/gemini-2.5-pro:countTokens'],
  [
    '/v1beta/models/own:streamGenerateContent?alt=sse&x=a%20b:c',
    '/v1beta/models/gemini-own:streamGenerateContent?alt=sse&x=a%20b:c',
  ],
  [
    '/v1beta/models/gen-video-3.1-fast-generate-preview:predictLongRunning',
    '/v1beta/models/veo-3.1-fast-generate-preview:predictLongRunning',
  ],
  [
    '/v1beta/models/gen-embedding-001:batchEmbedContents',
    '/v1beta/models/gemini-embedding-001:batchEmbedContents',
  ],
])('%s calls a model', (path, vendorPath) => {
  const { api, path: sent, model } = toVendorPath(path, rename)
  expect([api, sent]).toEqual(['gemini', vendorPath])
  expect(vendorPath).toContain(model?.sent)
})

test.each([
  ['/v1beta/models', '/v1beta/models'],
  ['/v1/v1beta/models?pageSize=1000&key=a&x', '/v1beta/models?pageSize=1000&x'],
  ['/v1beta/models/gen-2.5-pro', '/v1beta/models/gen-2.5-pro'],
  ['/v1beta/models/gen-video-x/operations/a:b', '/v1beta/models/gen-video-x/operations/a:b'],
  ['/v1/v1beta/operations/abc?key=x', '/v1beta/operations/abc'],
  ['/v1beta/files/a:download?alt=media', '/v1beta/files/a:download?alt=media'],
  ['/v1/v1beta/files/a', '/v1beta/files/a'],
  [
    '/upload/v1beta/files?upload_id=a%2Fb&KEY=x&upload_protocol=resumable',
    '/upload/v1beta/files?upload_id=a%2Fb&upload_protocol=resumable',
  ],
  ['/upload/v1/v1beta/files', '/upload/v1beta/files'],
  ['/v1/upload/v1beta/files', '/upload/v1beta/files'],
])('%s goes to the Gemini API with its names as they are', (path, sent) => {
  expect(toVendorPath(path, rename)).toEqual({ api: 'gemini', path: sent })
})

test.each(['/v1/models', '/v1/models?limit=1', '/v1/models/gpt-4o-transcribe', '/v1/audio/transcriptions'])(
  '%s goes to the OpenAI API',
  (path) => {
    expect(toVendorPath(path, rename)).toEqual({ api: 'openai', path })
  },
)
