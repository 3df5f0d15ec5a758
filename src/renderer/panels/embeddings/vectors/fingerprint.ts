// A 64-bit hash of numbers, to recognize the same vectors: MurmurHash3’s mixing in two lanes with different seeds.

export function createFingerprint() {
  let [one, other, length] = [0x9747b28c | 0, 0x5bd1e995 | 0, 0]
  return {
    add(words: Uint32Array) {
      for (let at = 0; at < words.length; at += 1) {
        const word = words[at] as number
        one = mix(one, scramble(word, 0xcc9e2d51), 0x1b873593)
        other = mix(other, scramble(word, 0x85ebca6b), 0xc2b2ae35)
      }
      length += words.length
    },
    read: () =>
      [one ^ length, other ^ length].map((each) => finish(each).toString(16).padStart(8, '0')).join(''),
  }
}

function scramble(word: number, factor: number): number {
  const product = Math.imul(word, factor)
  return (product << 15) | (product >>> 17)
}

function mix(hash: number, scrambled: number, factor: number): number {
  const mixed = hash ^ Math.imul(scrambled, factor)
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0
}

function finish(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const mixed = Math.imul(half ^ (half >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
