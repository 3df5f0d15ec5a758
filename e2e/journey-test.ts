// The fixture `application` of journeys, which start the application in a process of its own: for tests of a start, a
// crash, the end, an update, several processes, certificates, the keyring, or what the whole process shows.

import { launch } from './launch'
import { test as base } from './page-test'

export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern here.
  openRun: async ({}, use) => use(launch),
})
