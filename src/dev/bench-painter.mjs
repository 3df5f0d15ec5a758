// The service behind the pictures' bench: every call is answered with another PNG, of the size that the prompt asks for.
import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { PNG } from 'pngjs'

/** The prompt that is understood here, of the usual length: the PNG has about three bytes a pixel. @param {number} side in pixels */
export function toDrawingPrompt(side) {
  return `Draw noise of ${side} by ${side} pixels, as of a screen in an empty room at night, in which nobody has looked
for a signal since number ${Math.random()} went by: fine grain, and all colours of it alike.`
}

/** @returns {Promise<{ url: string, close: () => void }>} */
export async function openPainter() {
  const server = createServer(async (request, response) => {
    const sides = [...(await text(request)).matchAll(/Draw noise of (\d+) by/g)]
    const data = drawNoise(Number(sides.at(-1)?.[1] ?? 64)).toString('base64')
    const content = { role: 'model', parts: [{ inlineData: { mimeType: 'image/png', data } }] }
    const answer = {
      candidates: [{ content, index: 0, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 1290, totalTokenCount: 1299 },
      modelVersion: 'bench',
    }
    const isStream = request.url?.includes(':stream')
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
    response.end(isStream ? `data: ${JSON.stringify(answer)}\r\n\r\n` : JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, close }
}

/** Nothing of it can be compressed, and no two are alike. @param {number} side */
function drawNoise(side) {
  const picture = new PNG({
    width: side,
    height: side,
    colorType: 2,
    inputColorType: 2,
    inputHasAlpha: false,
  })
  picture.data = randomFillSync(Buffer.alloc(side * side * 3))
  return PNG.sync.write(picture, {
    colorType: 2,
    inputColorType: 2,
    inputHasAlpha: false,
    deflateLevel: 0,
    filterType: 0,
  })
}
