// Overlays of the drawing: the viewer, a comparison, the list of keys; and the picture marked to compare.
import { create } from 'zustand'
import type { ViewedPicture } from '../../../media-viewer/describe-picture'

interface ViewerState {
  /** The picture in the viewer. */
  readonly viewed: ViewedPicture | null
  /** The ID of the answer that is marked as the first to compare. */
  readonly marked: string | null
  readonly compared: readonly [ViewedPicture, ViewedPicture] | null
}

const closed: ViewerState = { viewed: null, marked: null, compared: null }

export const useViewerState = create<ViewerState>()(() => closed)

export function viewPicture(viewed: ViewedPicture | null) {
  useViewerState.setState({ viewed })
}

export function markToCompare(turnId: string | null) {
  useViewerState.setState({ marked: turnId })
}

export function comparePictures(compared: ViewerState['compared']) {
  useViewerState.setState({ compared, marked: null })
}
