// Streams through the gateway.

/** @type {import('./part.mjs').Part} */
export const part = {
  name: 'streams',
  description: '200 concurrent streams for a minute',
  ciShare: 8 / 60,
  minutes: 1,
  async run({ check }) {
    check('is written', ['not yet'])
  },
}
