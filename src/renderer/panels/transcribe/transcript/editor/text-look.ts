// How the text of a transcript looks: prose in the tokens of the face, light and dark.
import { EditorView } from '@codemirror/view'

export const textLook = EditorView.theme({
  '&': { color: 'var(--ink)', fontSize: '14px', height: '100%', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-sans)', lineHeight: '24px', overflow: 'auto' },
  '.cm-content': {
    padding: '16px max(24px, calc(50% - 400px)) 48px',
    caretColor: 'var(--ink)',
    maxWidth: '100%',
  },
  '.cm-line': { padding: '0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-placeholder': { color: 'var(--faint)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 24%, transparent) !important',
  },
  '.cm-found': {
    backgroundColor: 'var(--warn-wash)',
    borderRadius: '2px',
    boxShadow: '0 0 0 1px var(--warn)',
  },
  '.cm-found-current': {
    backgroundColor: 'var(--accent-wash)',
    boxShadow: '0 0 0 2px var(--accent)',
  },
})
