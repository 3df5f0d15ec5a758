// The peaks of a long sound in the few bars that a waveform has room for.

/** From 0 to 1, as many as asked for at the most; each is the largest of those that it stands for. */
export function foldPeaks(peaks: Uint8Array, most: number): Float32Array {
  const count = Math.min(most, peaks.length)
  const folded = new Float32Array(count)
  for (let at = 0; at < peaks.length; at += 1) {
    const place = Math.floor((at * count) / peaks.length)
    const peak = (peaks[at] ?? 0) / 255
    if (peak > (folded[place] ?? 0)) folded[place] = peak
  }
  return folded
}
