// Formats the numbers of vectors and the metrics between them.
import { formatSignificant } from '../../../components/format'

/** Up to five significant digits: `0.71235`, `−0.0012`, `3.2e−7`. */
export function formatValue(value: number): string {
  if (!Number.isFinite(value)) return 'NaN'
  const size = Math.abs(value)
  const text = size !== 0 && (size < 1e-4 || size >= 1e6) ? value.toExponential(2) : formatSignificant(value)
  return text.replaceAll('-', '−')
}

/** The same number of decimals for all, so that they align in columns: `0.7123`. */
export function formatMeasure(value: number): string {
  if (!Number.isFinite(value)) return 'none'
  const text = Math.abs(value) >= 1000 ? value.toPrecision(6) : value.toFixed(4)
  return (Number(text) === 0 ? text.replace('-', '') : text).replace('-', '−')
}
