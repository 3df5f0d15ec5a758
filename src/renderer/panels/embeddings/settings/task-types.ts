// Names and descriptions of the eight task types.
import type { TaskType } from '#shared/schemas/embedding-set'

interface TaskName {
  readonly name: string
  readonly description: string
}

export const taskNames: Readonly<Record<TaskType, TaskName>> = {
  RETRIEVAL_QUERY: {
    name: 'Retrieval query',
    description: 'Search queries to match against documents.',
  },
  RETRIEVAL_DOCUMENT: {
    name: 'Retrieval document',
    description: 'Documents to search, such as articles or web pages. Each can have a title.',
  },
  SEMANTIC_SIMILARITY: {
    name: 'Semantic similarity',
    description: 'Texts to compare by meaning.',
  },
  CLASSIFICATION: {
    name: 'Classification',
    description: 'Texts to sort into known categories, such as spam or praise.',
  },
  CLUSTERING: {
    name: 'Clustering',
    description: 'Texts to group by similarity, without predefined categories.',
  },
  QUESTION_ANSWERING: {
    name: 'Question answering',
    description: 'Questions to match with documents that answer them.',
  },
  FACT_VERIFICATION: {
    name: 'Fact verification',
    description: 'Claims to match with documents that support or refute them.',
  },
  CODE_RETRIEVAL_QUERY: {
    name: 'Code retrieval query',
    description: 'Descriptions to match with blocks of code.',
  },
}
