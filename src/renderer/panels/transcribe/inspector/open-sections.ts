// Which sections of the inspector are unfolded. It survives a restart.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

interface OpenSections {
  readonly open: readonly string[]
}

export const useOpenSections = create<OpenSections>()(
  persist((): OpenSections => ({ open: ['model', 'beyond'] }), { name: 'transcribe-sections', version: 1 }),
)

export function setOpenSections(open: readonly string[]) {
  useOpenSections.setState({ open })
}
