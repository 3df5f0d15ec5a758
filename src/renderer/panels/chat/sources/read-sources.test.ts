// Reading sources, searches and URLs from metadata.
import { expect, test } from 'vitest'
import { isRedirect, readQueries, readSources, readUrls } from './read-sources'

test('numbers sources of every kind, also those without a URL', () => {
  const groundingChunks = [
    { web: { uri: 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/x', title: 'uefa.com' } },
    { retrievedContext: { uri: 'gs://bucket/file.pdf' } },
    {},
    { image: { sourceUri: 'https://www.pictures.example/1' } },
  ]
  const sources = readSources({ metadata: { groundingMetadata: { groundingChunks } } })
  expect(sources.map(({ number, title }) => [number, title])).toEqual([
    [1, 'uefa.com'],
    [2, 'bucket'],
    [3, 'Source 3'],
    [4, 'pictures.example'],
  ])
  expect(sources.map(({ url }) => isRedirect(url))).toEqual([true, false, false, false])
})

test('reads the status of each URL', () => {
  const urlMetadata = ['SUCCESS', 'ERROR', 'PAYWALL', 'UNSAFE', 'SOMETHING'].map((status, index) => ({
    retrievedUrl: `https://a.example/${index}`,
    urlRetrievalStatus: `URL_RETRIEVAL_STATUS_${status}`,
  }))
  const urls = readUrls({ metadata: { urlContextMetadata: { urlMetadata: [...urlMetadata, {}, null] } } })
  expect(urls.map(({ status }) => status)).toEqual(['success', 'error', 'paywall', 'unsafe', 'unknown'])
})

test('lists each search once, and ignores metadata with a wrong shape', () => {
  const metadata = { groundingMetadata: { webSearchQueries: ['a', 'b', 'a', 7], imageSearchQueries: ['c'] } }
  expect(readQueries({ metadata })).toEqual(['a', 'b', 'c'])
  expect(readSources({ metadata: { groundingMetadata: { groundingChunks: 'x' } } })).toEqual([])
  expect(readUrls({ metadata: null })).toEqual([])
})
