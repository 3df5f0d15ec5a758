// The aspect ratio as it is typed in the inspector, also where it is none: then nothing can be drawn with it.
import { useInputTexts } from '../../../state/input-texts'
import { readRatio } from './read-ratio'

export function toRatioPlace(key: string): string {
  return `${key}/aspectRatio`
}

/** What is typed in the place of the value; undefined where nothing is. */
export function useTypedRatio(key: string): string | undefined {
  return useInputTexts(({ texts }) => texts[toRatioPlace(key)])
}

/** Why what is typed is no ratio. */
export function useRatioProblem(key: string): string | undefined {
  return readRatio(useTypedRatio(key) ?? '').error
}
