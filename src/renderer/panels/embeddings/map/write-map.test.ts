// The exported map: valid XML with the visible points, and a table that spreadsheets read.
import { expect, test } from 'vitest'
import { type MapFrame, writeCoordinates, writeMapSvg } from './write-map'

const palette = {
  background: '#fff',
  faint: '#ccc',
  ink: '#000',
  accent: '#00f',
  one: [],
  groups: [],
  range: [],
}
const frame: MapFrame = {
  points: Float32Array.of(10, 10, 20, 20, 5000, 10),
  viewport: { scale: 1, x: 100, y: 50 },
  stage: { width: 200, height: 100 },
  radius: 4,
  coloring: {
    tones: Uint8Array.of(0, 1, 0),
    colors: ['#a00', '#0a0'],
    highlighted: Uint8Array.of(1, 0, 1),
    pickable: null,
    palette,
  },
  labels: [{ text: 'Salt & <pepper>\u0000', x: 14, y: 10, isGroup: false }],
}

test('an SVG has the visible points in their colors, and texts without markup of their own', () => {
  const svg = writeMapSvg({
    frame,
    name: 'A "map" <b>',
    caption: 'PCA',
    entries: [{ text: 'sea (2)', color: '#a00' }],
  })
  expect(svg.match(/<circle[^>]*r="4"[^>]*>/g)).toEqual([
    '<circle cx="20" cy="20" r="4" fill="#ccc"/>',
    '<circle cx="10" cy="10" r="4" fill="#a00"/>',
  ])
  expect(svg).toContain('<title>A &quot;map&quot; &lt;b></title>')
  expect(svg).toContain('>Salt &amp; &lt;pepper></text>')
  expect(svg).toContain('>sea (2)</text>')
  expect(svg.match(/<svg/g)?.length).toBe(svg.match(/<\/svg>/g)?.length)
})

const row = {
  id: 7,
  text: 'a "b"\nc',
  title: null,
  cells: ['sea'],
  state: 'done',
  error: null,
  cached: false,
} as const

test('coordinates have the row, the position, the group, and quoted texts', () => {
  const options = {
    rows: [{ ...row, cells: [...row.cells] }, undefined],
    points: Float32Array.of(0.5, -2, 3, 4),
    numberOf: () => 12,
    columns: ['topic', 'other'],
  }
  expect(writeCoordinates({ ...options, groupOf: () => 'Group, 1' })).toBe(
    'row,x,y,group,title,text,topic,other\r\n12,0.5,-2,"Group, 1",,"a ""b""\nc",sea,\r\n',
  )
  expect(writeCoordinates({ ...options, groupOf: () => null }).split('\r\n')[0]).toBe(
    'row,x,y,title,text,topic,other',
  )
})
