// Repairs a truncated WebM file, whose last cluster would otherwise be unreadable.
import { type FileHandle, open } from 'node:fs/promises'

const segment = 0x18538067
const cluster = 0x1f43b675
/** In bytes. If more would be lost than a block, the file is damaged in another way. */
const maxLost = 2 ** 20

type Element = NonNullable<Awaited<ReturnType<typeof readElement>>>

/** Removes the incomplete block at the end, in place. */
export async function repairWebm(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const { completeEnd, openCluster } = await findCompleteEnd(file, size)
    if (!openCluster || completeEnd === size || size - completeEnd > maxLost) return
    if (openCluster.end !== undefined && openCluster.contentAt < completeEnd)
      await writeSize(file, openCluster, completeEnd - openCluster.contentAt)
    await file.truncate(completeEnd)
  } finally {
    await file.close()
  }
}

/** Returns the offset up to which every element is complete, and the cluster that is open there. */
async function findCompleteEnd(file: FileHandle, size: number) {
  let at = 0
  let completeEnd = 0
  let openCluster: Element | undefined
  while (at < size) {
    const element = await readElement(file, at)
    if (!element) break
    const { id, contentAt, end } = element
    if (id === segment || (id === cluster && (end === undefined || end > size))) {
      if (id === cluster) openCluster = element
      at = contentAt
      continue
    }
    if (end === undefined || end > size) break
    at = end
    completeEnd = end
  }
  return { completeEnd, openCluster }
}

/** RFC 8794: an id of up to four bytes, a size of up to eight. A size with all bits set is unknown. */
async function readElement(file: FileHandle, at: number) {
  const { buffer: head, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, at)
  const idLength = Math.clz32(head[0] ?? 0) - 23
  if (idLength > 4 || idLength + 1 > bytesRead) return undefined
  const sizeLength = Math.clz32(head[idLength] ?? 0) - 23
  if (sizeLength > 8 || idLength + sizeLength > bytesRead) return undefined
  const contentAt = at + idLength + sizeLength
  const size = readSize(head.subarray(idLength, idLength + sizeLength))
  // Undefined if the size is unknown.
  const end = size === undefined ? undefined : contentAt + size
  return { id: head.readUIntBE(0, idLength), sizeAt: at + idLength, contentAt, end }
}

/** Clears the length bit. Eight bytes exceed exact numbers, but no file is that long. */
function readSize(bytes: Uint8Array): number | undefined {
  const lengthBit = 0x80 >> (bytes.length - 1)
  const [first = 0, ...rest] = bytes
  if ((first & (lengthBit - 1)) === lengthBit - 1 && rest.every((byte) => byte === 0xff)) return undefined
  return rest.reduce((number, byte) => number * 256 + byte, first & (lengthBit - 1))
}

/** Uses as many bytes as the old size. */
async function writeSize(file: FileHandle, { sizeAt, contentAt }: Element, size: number): Promise<void> {
  const bytes = Buffer.alloc(contentAt - sizeAt)
  let remaining = size
  for (let at = bytes.length - 1; at >= 0; at -= 1) {
    bytes[at] = remaining % 256
    remaining = Math.floor(remaining / 256)
  }
  bytes[0] = (bytes[0] ?? 0) | (0x80 >> (bytes.length - 1))
  await file.write(bytes, 0, bytes.length, sizeAt)
}
