// The state of the Library when its results change.
import { expect, test, vi } from 'vitest'
import { selectOnly } from '../../components/list-selection'
import { changeFilters, changeView, setOrder, setSelection, useLibraryView } from './library-view'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })

test('a dialog for the selection does not stay open for the items of other results', () => {
  for (const change of [() => changeFilters({ bin: false }), () => setOrder('oldest')]) {
    changeFilters({ bin: true })
    setSelection(selectOnly({ id: 'fox', index: 0 }))
    changeView({ dialog: 'delete permanently' })
    change()
    expect(useLibraryView.getState().dialog).toBeNull()
    expect(useLibraryView.getState().selection.ids.size).toBe(0)
  }
})

test('a filter that is set right after typing keeps the typed text', () => {
  changeView({ typed: 'fox' })
  changeFilters({ bin: false })
  expect(useLibraryView.getState()).toMatchObject({ typed: 'fox', filters: { text: 'fox', bin: false } })
  changeFilters({ text: '' })
  expect(useLibraryView.getState()).toMatchObject({ typed: '', filters: { text: '' } })
})
