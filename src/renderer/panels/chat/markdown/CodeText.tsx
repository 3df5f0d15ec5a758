// The text of code in the colours of its language.
import { memo, useRef } from 'react'
import { cutLines, noLines } from './cut-lines'
import type { Run } from './highlight-code'
import { useHighlight } from './use-highlight'

export function CodeText({ code, language }: { code: string; language: string }) {
  const highlighted = useHighlight(code, language)
  const coloured = highlighted && code.startsWith(highlighted.code) ? highlighted : null
  return (
    <code>
      {coloured && <ColouredRuns runs={coloured.runs} />}
      <PlainLines text={coloured ? code.slice(coloured.code.length) : code} />
    </code>
  )
}

const ColouredRuns = memo(function ColouredRuns({ runs }: { runs: readonly Run[] }) {
  return runs.map(({ text, kind }, index) =>
    kind ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: runs have no other name, and hold nothing.
      <span key={index} className={kind}>
        {text}
      </span>
    ) : (
      text
    ),
  )
})

/** In pieces, so that new lines cost no new layout of all that stand above them. */
function PlainLines({ text }: { text: string }) {
  const cut = useRef(noLines)
  cut.current = cutLines(cut.current, text)
  return (
    <>
      {cut.current.pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces are only ever added at the end.
        <PlainPiece key={index} text={piece} />
      ))}
      {text.slice(cut.current.at)}
    </>
  )
}

const PlainPiece = memo(function PlainPiece({ text }: { text: string }) {
  return <span className="code-piece">{`${text}\n`}</span>
})
