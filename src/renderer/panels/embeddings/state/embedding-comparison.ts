// How vectors are compared in the Embeddings panel: metric, normalization, queries and compared rows. Persisted.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export const metrics = ['cosine', 'dot', 'euclidean'] as const

interface EmbeddingComparison {
  readonly metric: (typeof metrics)[number]
  /** Before comparing: every vector is made one of unit length. */
  readonly normalise: boolean
  /** The number of neighbors. */
  readonly nearest: number
  readonly byCluster: boolean
  /** What neighbors are of: a row of the set, or a text that is typed. */
  readonly origin: 'row' | 'query'
  /** As typed, by the id of the set. */
  readonly queries: Readonly<Record<string, string>>
  /** By the id of the set: the last query's vector, and which text it is of. */
  readonly answers: Readonly<Record<string, QueryAnswer>>
  /** The row that the selected one is compared with, by the id of the set. */
  readonly others: Readonly<Record<string, number>>
}

export interface QueryAnswer {
  readonly text: string
  /** The settings it was requested with: under others it does not apply. */
  readonly settings: string
  readonly vector: readonly number[]
  /** It was known already, and nothing was paid for it. */
  readonly cached: boolean
}

export const useEmbeddingComparison = create<EmbeddingComparison>()(
  persist(
    (): EmbeddingComparison => ({
      metric: 'cosine',
      normalise: false,
      nearest: 10,
      byCluster: true,
      origin: 'row',
      queries: {},
      answers: {},
      others: {},
    }),
    {
      name: 'embedding-comparing',
      version: 1,
      partialize: ({ metric, normalise, nearest, byCluster, origin, queries }) => ({
        metric,
        normalise,
        nearest,
        byCluster,
        origin,
        queries,
      }),
    },
  ),
)

/** Typed queries are saved for this number of sets, the latest ones. */
const maxQueries = 50

export function setComparison(options: Partial<Omit<EmbeddingComparison, 'queries' | 'answers' | 'others'>>) {
  useEmbeddingComparison.setState(options)
}

export function typeQuery(setId: string, text: string) {
  useEmbeddingComparison.setState(({ queries }) => {
    const others = Object.entries(queries).filter(([id, typed]) => id !== setId && typed !== '')
    return { queries: Object.fromEntries([...others.slice(1 - maxQueries), [setId, text]]) }
  })
}

export function saveQueryAnswer(setId: string, answer: QueryAnswer) {
  useEmbeddingComparison.setState(({ answers }) => ({ answers: { ...answers, [setId]: answer } }))
}

export function selectComparedRow(setId: string, rowId: number) {
  useEmbeddingComparison.setState(({ others }) => ({ others: { ...others, [setId]: rowId } }))
}
