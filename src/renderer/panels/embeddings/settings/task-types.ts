// Names and descriptions of the eight task types.
import type { TaskType } from '#shared/schemas/embedding-set'

interface TaskName {
  readonly name: string
  readonly about: string
}

export const taskNames: Readonly<Record<TaskType, TaskName>> = {
  RETRIEVAL_QUERY: {
    name: 'Retrieval query',
    about: 'Search queries to match against documents.',
  },
  RETRIEVAL_DOCUMENT: {
    name: 'Retrieval document',
    about: 'Documents to search, such as articles or web pages. Each can have a title.',
  },
  SEMANTIC_SIMILARITY: {
    name: 'Semantic similarity',
    about: 'Texts to compare by meaning.',
  },
  CLASSIFICATION: {
    name: 'Classification',
    about: 'Texts to sort into known categories, such as spam or praise.',
  },
  CLUSTERING: {
    name: 'Clustering',
    about: 'Texts to group by similarity, without predefined categories.',
  },
  QUESTION_ANSWERING: {
    name: 'Question answering',
    about: 'Questions to match with documents that answer them.',
  },
  FACT_VERIFICATION: {
    name: 'Fact verification',
    about: 'Claims to match with documents that support or refute them.',
  },
  CODE_RETRIEVAL_QUERY: {
    name: 'Code retrieval query',
    about: 'Descriptions to match with blocks of code.',
  },
}
