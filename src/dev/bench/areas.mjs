// The areas of `npm run bench`. Each is measured by one function, which returns its rows.

/** @typedef {import('./measure.mjs').Row} Row */
/** @typedef {{ rounds?: number, milliseconds?: number }} MeasureOptions for areas that repeat */
/** @typedef {{ title: string, load: () => Promise<(options: MeasureOptions) => Promise<Row[]>> }} Area */

/** Imported late: their packages may have been installed only now. @satisfies {Record<string, Area>} */
export const areas = {
  gateway: {
    title: 'Gateway beside a minimal undici proxy and nginx, on loopback',
    load: async () => (await import('./gateway.mjs')).measureGateway,
  },
  log: {
    title: 'Request log with 100,000 requests, in its thread and in the page',
    load: async () => (await import('./log.mjs')).measureLog,
  },
  start: {
    title: 'Start of the application',
    load: async () => (await import('./start.mjs')).measureStart,
  },
  page: {
    title: 'Chat: streamed answers, a long conversation, memory',
    load: async () => (await import('./page.mjs')).measurePage,
  },
  images: {
    title: 'Images: one with 4 MB of Base64, then 100 of about 1 MB',
    load: async () => (await import('./images.mjs')).measureImages,
  },
  jobs: {
    title: 'Jobs: 25 MB of audio, 200 files, and a start with 1,000 ended jobs',
    load: async () => (await import('./jobs.mjs')).measureJobs,
  },
  embeddings: {
    title: 'Embeddings: 5,000 × 3,072, a map of 50,000 points, and 100,000 rows',
    load: async () => (await import('./embeddings.mjs')).measureEmbeddings,
  },
  library: {
    title: 'Library with 10,000 images',
    load: async () => (await import('./library.mjs')).measureLibrary,
  },
  blocking: {
    title: 'Blocks of the main process with 10,000 chats, 50,000 images and 100,000 requests',
    load: async () => (await import('./blocking.mjs')).measureBlocking,
  },
}
