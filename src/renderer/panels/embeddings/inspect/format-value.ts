// Formats the numbers of vectors and the metrics between them.
import { formatFixed, formatSignificant } from '../../../components/format'

/** Up to five significant digits: `0.71235`, `−0.0012`, `3.2e−7`. */
export function formatValue(value: number): string {
  if (!Number.isFinite(value)) return 'NaN'
  const size = Math.abs(value)
  const text = size !== 0 && (size < 1e-4 || size >= 1e6) ? formatExponent(value) : formatSignificant(value)
  return text.replaceAll('-', '−')
}

function formatExponent(value: number): string {
  const [digits, exponent] = value.toExponential(2).split('e')
  return `${formatFixed(Number(digits), 2)}e${exponent}`
}

/** The same number of decimals for all, so that they align in columns: `0.7123`. */
export function formatMeasure(value: number): string {
  if (!Number.isFinite(value)) return 'none'
  const size = Math.abs(value)
  // Six significant digits.
  const decimals = size < 1000 ? 4 : Math.max(0, 5 - Math.floor(Math.log10(size)))
  return formatDecimals(value, decimals)
}

/** Without a sign if it is rounded to zero. */
export function formatDecimals(value: number, decimals: number): string {
  const text = formatFixed(value, decimals)
  return Number(value.toFixed(decimals)) === 0 ? text.replace('-', '') : text.replace('-', '−')
}
