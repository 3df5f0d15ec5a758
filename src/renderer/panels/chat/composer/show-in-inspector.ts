// Opens the inspector at one of its sections.
import { setInspectorOpen } from '../../../state/navigation'
import { setOpenSections, useOpenSections } from '../inspector/open-sections'

export function showInInspector(section: 'functions' | 'structured') {
  const { open } = useOpenSections.getState()
  if (!open.includes(section)) setOpenSections([...open, section])
  setInspectorOpen(true)
}
