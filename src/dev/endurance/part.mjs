// What the parts of `npm run endurance` share.

/**
 * @typedef {object} PartOptions
 * @property {number} amount in the unit of the part's `amounts`
 * @property {number} seed the same seed repeats the same choices
 * @property {(line: string) => void} log prints progress, and what was done
 * @property {(statement: string, problems: readonly string[]) => void} check counts the statement as failed if it has problems
 */

/**
 * @typedef {object} Part
 * @property {string} description with the unit of `amounts`
 * @property {{ full: number, ci: number }} amounts `ci`: in `npm test`; 0 for none
 * @property {(options: PartOptions) => Promise<void>} run throws only if the part itself is broken, which counts as a failure
 */
