// Files of the request log over the page's protocol: by their hash, with ranges.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMark } from '#shared/exchange/body-marks'
import { openTemporaryDesktop } from './desktop-api/temporary-desktop.fixture'
import { serveFile } from './electron/file-response'
import { openMedia } from './open-media'

test('serves an image of a request by its hash, and nothing else', async () => {
  const desktop = await openTemporaryDesktop()
  const { client, application } = desktop
  const png = Buffer.from(`\x89PNG\r\n\x1a\n${'pixels'.repeat(100)}`, 'latin1')
  const { url } = await application.listening()
  const image = { inlineData: { mimeType: 'image/png', data: png.toString('base64') } }
  const response = await fetch(`${url}/v1beta/models/gen-2.5-flash:generateContent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-goog-api-key': (await client.localKey.read()).key },
    body: JSON.stringify({ contents: [{ role: 'user', parts: [image] }] }),
  })
  await response.arrayBuffer()
  const exchange = await client.exchanges.read({ id: response.headers.get('x-exchange-id') ?? '' })
  const { contents } = JSON.parse(exchange?.requestBody ?? '')
  const hash = readMark(contents[0].parts[0].inlineData.data)?.hash
  const serve = (name: string, headers = {}) =>
    serveFile(new Request(`media://library/${name}`, { headers }), (media) =>
      openMedia(application.workspace, media),
    )
  const whole = await serve(`log/${hash}`)
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(Buffer.from(await whole.arrayBuffer()).equals(png)).toBe(true)
  const part = await serve(`log/${hash}`, { range: 'bytes=1-3' })
  expect([part.status, await part.text()]).toEqual([206, 'PNG'])
  for (const name of [`${hash}`, `log/${'0'.repeat(64)}`, 'log/../exchanges.db', 'log/%2e%2e%2fexchanges.db'])
    expect((await serve(name)).status).toBe(404)
  desktop.user.dialogResult = join(desktop.folder, 'saved.png')
  await client.images.saveAs({ media: `log/${hash}`, name: 'Request file', withPrompt: false })
  expect(desktop.user.suggested).toEqual(['Request file.png (png)'])
  expect((await readFile(desktop.user.dialogResult)).equals(png)).toBe(true)
})
