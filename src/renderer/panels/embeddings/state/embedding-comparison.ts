// The persisted comparison settings of the Embeddings panel: metric, normalization, queries and compared rows.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { TaskType } from '#shared/schemas/embedding-set'

export const metrics = ['cosine', 'dot', 'euclidean'] as const

interface EmbeddingComparison {
  readonly metric: (typeof metrics)[number]
  /** Normalizes vectors to unit length before comparing. */
  readonly normalize: boolean
  /** The number of neighbors. */
  readonly nearest: number
  readonly byCluster: boolean
  /** The matrix has the color range of its metric, not that of its values. */
  readonly fixedScale: boolean
  /** Histograms have a logarithmic scale. */
  readonly logCounts: boolean
  /** Whether neighbors of a row or of a typed text are shown. */
  readonly origin: 'row' | 'query'
  /** As typed, by the id of the set. */
  readonly queries: Readonly<Record<string, string>>
  /** The task type chosen for queries, by the id of the set; otherwise the one that fits the set. */
  readonly queryTasks: Readonly<Record<string, TaskType | null>>
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
      normalize: false,
      nearest: 10,
      byCluster: true,
      fixedScale: false,
      logCounts: false,
      origin: 'row',
      queries: {},
      queryTasks: {},
      answers: {},
      others: {},
    }),
    {
      name: 'embedding-comparing',
      version: 1,
      partialize: ({ answers: _, others: __, ...saved }) => saved,
    },
  ),
)

/** The number of sets, latest first, whose typed queries are saved. */
const maxQueries = 50

export function setComparison(
  options: Partial<Omit<EmbeddingComparison, 'queries' | 'queryTasks' | 'answers' | 'others'>>,
) {
  useEmbeddingComparison.setState(options)
}

export function typeQuery(setId: string, text: string) {
  useEmbeddingComparison.setState(({ queries }) => {
    const others = Object.entries(queries).filter(([id, typed]) => id !== setId && typed !== '')
    return { queries: Object.fromEntries([...others.slice(1 - maxQueries), [setId, text]]) }
  })
}

/** Undefined: the one that fits the set. */
export function chooseQueryTask(setId: string, taskType: TaskType | null | undefined) {
  useEmbeddingComparison.setState(({ queryTasks }) => {
    const others = Object.entries(queryTasks).filter(([id]) => id !== setId)
    const selected = taskType === undefined ? [] : [[setId, taskType] as const]
    return { queryTasks: Object.fromEntries([...others.slice(1 - maxQueries), ...selected]) }
  })
}

export function saveQueryAnswer(setId: string, answer: QueryAnswer) {
  useEmbeddingComparison.setState(({ answers }) => ({ answers: { ...answers, [setId]: answer } }))
}

export function selectComparedRow(setId: string, rowId: number) {
  useEmbeddingComparison.setState(({ others }) => ({ others: { ...others, [setId]: rowId } }))
}
