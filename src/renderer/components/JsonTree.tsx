// A JSON value as an expandable tree.
import { JsonView } from 'react-json-view-lite'

interface JsonTreeProps {
  readonly label: string
  /** An object or an array. */
  readonly value: object
  /** Levels that are expanded initially. */
  readonly depth?: number
}

const classNames = {
  container: 'json-tree selectable',
  basicChildStyle: 'json-child',
  childFieldsContainer: 'json-children',
  label: 'json-label',
  clickableLabel: 'json-label',
  nullValue: 'json-word',
  undefinedValue: 'json-word',
  numberValue: 'json-word',
  stringValue: 'json-string',
  booleanValue: 'json-word',
  otherValue: 'json-word',
  punctuation: 'json-sign',
  expandIcon: 'json-expand',
  collapseIcon: 'json-collapse',
  collapsedContent: 'json-collapsed',
  noQuotesForStringValues: false,
  quotesForFieldNames: false,
  ariaLables: { collapseJson: 'Collapse', expandJson: 'Expand' },
  stringifyStringValues: true,
} as const

export function JsonTree({ label, value, depth = 3 }: JsonTreeProps) {
  return (
    <JsonView
      data={value}
      style={classNames}
      shouldExpandNode={(level) => level < depth}
      clickToExpandNode
      aria-label={label}
    />
  )
}
