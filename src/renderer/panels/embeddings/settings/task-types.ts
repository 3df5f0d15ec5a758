// Names and descriptions of the eight task types.
import type { TaskType } from '#shared/schemas/embedding-set'

interface TaskName {
  readonly name: string
  readonly about: string
}

export const taskNames: Readonly<Record<TaskType, TaskName>> = {
  RETRIEVAL_QUERY: {
    name: 'Retrieval query',
    about: 'Questions or words that somebody searches with, to be held against documents.',
  },
  RETRIEVAL_DOCUMENT: {
    name: 'Retrieval document',
    about: 'What is searched: articles, books, web pages. A title may go along with each.',
  },
  SEMANTIC_SIMILARITY: {
    name: 'Semantic similarity',
    about: 'Texts that are compared with each other: how near they are in meaning.',
  },
  CLASSIFICATION: {
    name: 'Classification',
    about: 'Texts that are sorted into classes known before, such as spam or praise.',
  },
  CLUSTERING: {
    name: 'Clustering',
    about: 'Texts that are grouped by what they have in common, with no classes given.',
  },
  QUESTION_ANSWERING: {
    name: 'Question answering',
    about: 'Questions for which documents with the answer are looked for.',
  },
  FACT_VERIFICATION: {
    name: 'Fact verification',
    about: 'Claims for which documents are looked for that support or refute them.',
  },
  CODE_RETRIEVAL_QUERY: {
    name: 'Code retrieval query',
    about: 'Words that describe a piece of code, to be held against blocks of code.',
  },
}
