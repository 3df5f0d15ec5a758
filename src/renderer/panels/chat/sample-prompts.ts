// Prompts that show a newcomer what an answer can hold.

export const samplePrompts = [
  {
    title: 'Explain something',
    text: 'Explain how a rainbow forms, first to a child, then to a physicist.',
  },
  {
    title: 'Compare in a table',
    text: 'Compare SQLite, PostgreSQL and DuckDB in a table: what each is best at, its limits, and how to start.',
  },
  {
    title: 'Write code',
    text: 'Write a TypeScript function that groups an array by a key, with an example of its use.',
  },
  {
    title: 'Think it through',
    text: 'A train leaves at 9:40 and arrives at 12:05, with a stop of 18 minutes. How long is it moving? Show your reasoning.',
  },
] as const
