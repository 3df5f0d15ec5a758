// Copies a matrix as tab-separated text, with the rows' names.
import { useState } from 'react'
import { tellOutcome } from '../../../../api/tell-outcome'
import { Button } from '../../../../components/Button'
import { useCopied } from '../../../../components/CopyButton'
import type { SimilarityMatrix } from '../../vectors/vector-calls'
import { writeTsv } from './write-tsv'

interface CopyMatrixProps {
  readonly matrix: SimilarityMatrix | null
  readonly nameOf: (rowId: number) => string
}

export function CopyMatrix({ matrix, nameOf }: CopyMatrixProps) {
  const [copied, copy] = useCopied()
  const [isWriting, setIsWriting] = useState(false)
  const write = async ({ rowIds, values }: SimilarityMatrix) => {
    setIsWriting(true)
    try {
      copy(await writeTsv({ names: Array.from(rowIds, nameOf), values }))
    } finally {
      setIsWriting(false)
    }
  }
  return (
    <Button
      size="small"
      disabled={!matrix || isWriting}
      onClick={() => matrix && tellOutcome(write(matrix), 'The matrix was not copied')}
    >
      {copied ? 'Copied' : isWriting ? 'Copying…' : 'Copy as TSV'}
    </Button>
  )
}
