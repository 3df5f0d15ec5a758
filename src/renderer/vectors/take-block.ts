// Takes a set's vectors as they come over their port, into the one place where they are held.
import { ApiError } from '#shared/schemas/api-error'
import { countInBlock } from '#shared/vectors/vector-block'
import { taken, type VectorsNews } from '#shared/vectors/vector-port'

/** Chromium gives no piece of memory that is larger: 2 GiB, without what its allocator keeps for itself. */
const mostBytes = 2 ** 31 - 2 ** 21

/** Rejects with an `ApiError` where they do not come. The port is closed in the end. */
export function takeBlock(port: MessagePort, dimensions: number): Promise<ArrayBuffer> {
  let held = new Uint8Array(0)
  let at = 0
  const take = (news: VectorsNews) => {
    if (news.type === 'failure') throw new ApiError(news.code, news.message)
    if (news.type === 'size') {
      held = findRoom(news.byteLength, dimensions)
      return
    }
    held.set(news.bytes, at)
    at += news.bytes.length
    port.postMessage(taken)
  }
  const taking = new Promise<ArrayBuffer>((resolve, reject) => {
    port.onmessage = ({ data }: MessageEvent<VectorsNews>) => {
      try {
        take(data)
        if (at > 0 && at === held.length) resolve(held.buffer)
      } catch (error) {
        reject(error)
      }
    }
  })
  return taking.finally(() => port.close())
}

function findRoom(byteLength: number, dimensions: number): Uint8Array<ArrayBuffer> {
  const count = countInBlock(byteLength, dimensions)
  const told = `These ${write(count)} vectors of ${write(dimensions)} numbers take ${megabytes(byteLength)} MB`
  if (byteLength > mostBytes)
    throw new ApiError(
      'RESOURCE_EXHAUSTED',
      `${told}, and ${megabytes(mostBytes)} MB can be looked into at once. Divide the texts between two sets, or ask for fewer dimensions.`,
    )
  try {
    return new Uint8Array(byteLength)
  } catch {
    throw new ApiError(
      'RESOURCE_EXHAUSTED',
      `${told}, and so much memory is not free. Close other programs, or ask for fewer dimensions.`,
    )
  }
}

function megabytes(bytes: number): string {
  return write(Math.ceil(bytes / 1e6))
}

function write(count: number): string {
  return count.toLocaleString('en-US')
}
