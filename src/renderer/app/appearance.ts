// Applies the appearance settings to the page. They are remembered, so that the first frame of the next start has them.

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { shallow } from 'zustand/shallow'
import type { AppearanceSettings } from '#shared/schemas/settings'
import { queries } from '../api/desktop'
import { setFormatLanguage } from '../components/format'
import { setRowScale } from '../components/row-height'

type Appearance = AppearanceSettings

/** Repeats the defaults of the schema, which is not loaded at start. */
const initial: Appearance = {
  density: 'comfortable',
  fontSize: 13,
  motion: 'system',
  formatLanguage: 'en-US',
}

export const useAppearance = create<Appearance>()(persist(() => initial, { name: 'appearance', version: 1 }))

const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)')

function shouldReduceMotion({ motion }: Appearance): boolean {
  return motion === 'system' ? reducedMotion.matches : motion === 'reduced'
}

function apply() {
  const appearance = useAppearance.getState()
  const { style, dataset } = document.documentElement
  for (const [name, value] of Object.entries(toSizes(appearance))) style.setProperty(name, value)
  dataset.motion = shouldReduceMotion(appearance) ? 'reduced' : 'full'
  setRowScale(toRowScale(appearance))
  setFormatLanguage(appearance.formatLanguage)
}

/** Before the first frame. */
export function applyAppearance(): void {
  apply()
  useAppearance.subscribe(apply)
  reducedMotion.addEventListener('change', apply)
}

/** Follows the settings. */
export function useFollowAppearance(): void {
  const { data } = useQuery(queries.settings.read.queryOptions({ select: ({ appearance }) => appearance }))
  useEffect(() => {
    // An equal value would be written to the disk at every start.
    if (data && !shallow(data, useAppearance.getState())) useAppearance.setState(data)
  }, [data])
}

type Sizing = Pick<AppearanceSettings, 'density' | 'fontSize'>

const usualFontSize = 13
/** Pixels of a step of the spacing scale. */
const spacings = { comfortable: 4, compact: 3.5 } as const
/** Spaces, heights of controls and widths of panes grow with the text, but less, so that a small window keeps its layout. */
const spaceGrowth = 0.6
/** The sizes at 13 pixels, with their line heights. */
const texts = {
  badge: [10, 14],
  xs: [11, 16],
  sm: [12, 16],
  base: [13, 20],
  reading: [14, 24],
  lg: [15, 24],
  xl: [20, 28],
} as const
/** Pixels. */
const minTextSize = 10

/** The custom properties of the page; empty for the style sheet's own values. */
function toSizes({ density, fontSize }: Sizing): Record<string, string> {
  const growth = fontSize / usualFontSize
  const spacing = spacings[density] * (1 + (growth - 1) * spaceGrowth)
  const isUsual = density === 'comfortable' && fontSize === usualFontSize
  const lineGrowth = density === 'compact' ? growth * 0.92 : growth
  const pixels = (value: number) => `${Math.round(value * 4) / 4}px`
  const entries = Object.entries(texts).flatMap(([name, [size, line]]) => [
    [`--text-${name}`, pixels(Math.max(minTextSize, size * growth))],
    [`--text-${name}--line-height`, pixels(line * lineGrowth)],
  ])
  return Object.fromEntries(
    [
      ['--spacing', `${spacing.toFixed(3)}px`],
      ['--text-growth', growth.toFixed(3)],
      ['--line-growth', lineGrowth.toFixed(3)],
      ...entries,
    ].map(([name, value]) => [name, isUsual ? '' : value]),
  )
}

/** The scale of rows, whose heights are multiples of the spacing. */
function toRowScale({ density, fontSize }: Sizing): number {
  return (spacings[density] / spacings.comfortable) * (1 + (fontSize / usualFontSize - 1) * spaceGrowth)
}
