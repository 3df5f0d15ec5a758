// Applies the appearance settings to the page. They are remembered, so that the first frame of the next start has them.

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { shallow } from 'zustand/shallow'
import type { AppearanceSettings } from '#shared/schemas/appearance'
import { queries } from '../api/desktop'
import { setFormatLanguage } from '../components/format'
import { setRowScale } from '../components/row-height'
import { toRowScale, toSizes } from './appearance-sizes'

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
