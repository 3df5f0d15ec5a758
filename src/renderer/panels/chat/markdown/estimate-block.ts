// How high a block will probably be, before it has been drawn.
import type { Block } from './grow-blocks'

const lineLength = 84
const gap = 12
/** Above and below a group's blocks, which are as far apart as any two: what is left stands between the groups. */
const padding = 4
const groupGap = gap - 2 * padding

export function estimateGroup(blocks: readonly Block[]): number {
  return blocks.reduce((height, { text }) => height + estimateBlock(text.trim()) + gap, 2 * padding - gap)
}

export function estimateGroups(groups: readonly (readonly Block[])[]): number {
  return groups.reduce((height, blocks) => height + estimateGroup(blocks) + groupGap, -groupGap)
}

function estimateBlock(text: string): number {
  const lines = text.split('\n')
  // A title row, padding, and lines that do not wrap.
  if (/^(```|~~~)/.test(text)) return 58 + (lines.length - 2) * 20
  if (text.startsWith('|')) return 2 + (lines.length - 1) * 33
  if (/^(\$\$|\\\[)/.test(text)) return 40
  const isList = /^\s*([-*+]|\d+[.)])\s/.test(text)
  if (!isList) return Math.ceil(text.length / lineLength) * 24
  return lines.reduce((height, line) => height + Math.ceil(line.length / lineLength) * 28, -4)
}
