// The panels, in the order of the rail.

export const panelIds = [
  'chat',
  'images',
  'video',
  'transcribe',
  'embeddings',
  'library',
  'gateway',
  'settings',
] as const
export type PanelId = (typeof panelIds)[number]
