// Media that the page stops loading.
import { test } from '../page-test'

test('media requests that the page cancels at any time cause no error in the main process', async ({
  application,
}) => {
  // Errors that nothing handles fail the test when the application closes.
  await application.page.evaluate(async () => {
    // Below one chunk, and of two, four and many.
    for (const size of [3_000, 100_000, 200_000, 700_000]) {
      const body = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, ...Array(size).fill(7)])
      const query = `upload=${crypto.randomUUID()}&name=noise.png&offset=0&bytes=${body.length}`
      const stored = await fetch(`media://library/?${query}`, { method: 'POST', body })
      const { media } = (await stored.json()) as { media: string }
      for (let at = 0; at < 30; at += 1) {
        const controller = new AbortController()
        const { signal } = controller
        const response = await fetch(`media://library/${media}`, { signal, cache: 'no-store' })
        const reader = response.body?.getReader()
        for (let read = 0; read < at % 5; read += 1) await reader?.read()
        if (at % 2) await new Promise((resolve) => setTimeout(resolve, at % 4))
        controller.abort()
      }
    }
  })
})
