// Numbers the frames of a FLAC stream anew: each says which it is of the whole, and a piece begins with the first.
// The frame's layout is that of RFC 9639, section 9.

/** `first` is the number that the piece's first frame had. */
export function renumberFrame(frame: Uint8Array, first: number): Uint8Array {
  const { value, length } = readNumber(frame)
  const number = writeNumber(Math.max(0, value - first))
  const checkAt = 4 + length + countTail(frame)
  const head = [...frame.subarray(0, 4), ...number, ...frame.subarray(4 + length, checkAt)]
  const body = frame.subarray(checkAt + 1, frame.length - 2)
  const renumbered = new Uint8Array(head.length + 1 + body.length + 2)
  renumbered.set(head)
  renumbered[head.length] = checkHead(head)
  renumbered.set(body, head.length + 1)
  const check = checkFrame(renumbered.subarray(0, -2))
  renumbered[renumbered.length - 2] = check >> 8
  renumbered[renumbered.length - 1] = check & 0xff
  return renumbered
}

export function readFrameNumber(frame: Uint8Array): number {
  return readNumber(frame).value
}

/** Written as UTF-8 writes letters, with up to seven bytes. */
function readNumber(frame: Uint8Array) {
  const lead = frame[4] ?? 0
  const length = lead < 0x80 ? 1 : Math.clz32(~(lead << 24))
  let value = lead < 0x80 ? lead : lead & (0x7f >> length)
  for (let at = 5; at < 4 + length; at += 1) value = value * 64 + ((frame[at] ?? 0) & 0x3f)
  return { value, length }
}

function writeNumber(value: number): number[] {
  if (value < 0x80) return [value]
  const rest: number[] = []
  let left = value
  // What is left must fit beside the marks of the first byte.
  while (left >= 2 ** (6 - rest.length)) {
    rest.unshift(0x80 | (left % 64))
    left = Math.floor(left / 64)
  }
  const marks = (0xff00 >> (rest.length + 1)) & 0xff
  return [marks | left, ...rest]
}

/** Bytes between the number and the head's check: an uncommon block size and an uncommon sample rate. */
function countTail(frame: Uint8Array): number {
  const blockSize = (frame[2] ?? 0) >> 4
  const sampleRate = (frame[2] ?? 0) & 0x0f
  const forSize = blockSize === 6 ? 1 : blockSize === 7 ? 2 : 0
  const forRate = sampleRate === 12 ? 1 : sampleRate === 13 || sampleRate === 14 ? 2 : 0
  return forSize + forRate
}

/** CRC-8 with the polynomial 0x07. */
function checkHead(bytes: readonly number[]): number {
  let check = 0
  for (const byte of bytes) {
    check ^= byte
    for (let bit = 0; bit < 8; bit += 1) check = ((check << 1) ^ (check & 0x80 ? 0x07 : 0)) & 0xff
  }
  return check
}

/** CRC-16 with the polynomial 0x8005, a byte at a time. */
const checks = Uint16Array.from({ length: 256 }, (_, byte) => {
  let check = byte << 8
  for (let bit = 0; bit < 8; bit += 1) check = ((check << 1) ^ (check & 0x8000 ? 0x8005 : 0)) & 0xffff
  return check
})

function checkFrame(bytes: Uint8Array): number {
  let check = 0
  for (const byte of bytes) check = ((check << 8) ^ (checks[(check >> 8) ^ byte] ?? 0)) & 0xffff
  return check
}
