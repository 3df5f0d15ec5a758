// The persisted comparison settings of the Embeddings panel: metric, normalization, queries and compared rows.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export const metrics = ['cosine', 'dot', 'euclidean'] as const

interface EmbeddingComparison {
  readonly metric: (typeof metrics)[number]
  /** Normalizes vectors to unit length before comparing. */
  readonly normalise: boolean
  /** The number of neighbors. */
  readonly nearest: number
  readonly byCluster: boolean
  /** Whether neighbors of a row or of a typed text are shown. */
  readonly origin: 'row' | 'query'
  /** As typed, by the id of the set. */
  readonly queries: Readonly<Record<string, string>>
  /** The vector of the last query, by the id of the set. */
  readonly answers: Readonly<Record<string, QueryAnswer>>
  /** The row that the selected one is compared with, by the id of the set. */
  readonly others: Readonly<Record<string, number>>
}

export interface QueryAnswer {
  readonly text: string
  /** The settings it was requested with; it is not used with other settings. */
  readonly settings: string
  readonly vector: readonly number[]
  /** The vector was cached, so nothing was billed. */
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

/** The number of sets, latest first, whose typed queries are saved. */
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
