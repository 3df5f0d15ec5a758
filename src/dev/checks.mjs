// What `npm run check` checks: format and lint, types, dead code, unit and joined tests.
import { readReport } from './report.mjs'
import { run } from './run.mjs'
import { tallyExitCode, tallyVitest } from './tally.mjs'
import { findTool } from './tools.mjs'

/** @type {import('./steps.mjs').Step[]} */
export const checks = [
  {
    name: 'Format and lint',
    run: async () => checkWith(findTool('@biomejs/biome', 'biome'), 'check', '--error-on-warnings'),
  },
  { name: 'Types', run: async () => checkWith(findTool('typescript', 'tsc'), '-b') },
  { name: 'Dead code', run: async () => checkWith(findTool('knip')) },
  { name: 'Unit and joined tests', run: runVitest },
]

/** @param {string} tool @param {string[]} args */
async function checkWith(tool, ...args) {
  return tallyExitCode(await run(process.execPath, [tool, ...args]))
}

async function runVitest() {
  return readReport(async (file) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    return run(process.execPath, [findTool('vitest'), 'run', ...reporters])
  }, tallyVitest)
}
