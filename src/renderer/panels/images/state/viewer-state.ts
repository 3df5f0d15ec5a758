// What is open over the drawing: the viewer, a comparison, the list of keys; and the picture marked to compare.
import { create } from 'zustand'
import type { ViewedPicture } from '../../../media-viewer/viewed-picture'

interface Look {
  /** Null while none is open. */
  readonly viewed: ViewedPicture | null
  /** The answer marked as the first to compare. */
  readonly marked: string | null
  readonly compared: readonly [ViewedPicture, ViewedPicture] | null
  readonly showsKeys: boolean
}

const nothing: Look = { viewed: null, marked: null, compared: null, showsKeys: false }

export const useLook = create<Look>()(() => nothing)

export function viewPicture(viewed: ViewedPicture | null) {
  useLook.setState({ viewed })
}

export function markToCompare(turnId: string | null) {
  useLook.setState({ marked: turnId })
}

export function comparePictures(compared: Look['compared']) {
  useLook.setState({ compared, marked: null })
}

export function showKeys(showsKeys: boolean) {
  useLook.setState({ showsKeys })
}

/** Another drawing was opened. */
export function lookAway() {
  useLook.setState(nothing)
}
