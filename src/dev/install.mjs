// Makes sure that what a script needs is on the machine; quick where it is.
import { installDependencies } from './dependencies.mjs'
import { installSystemPackages } from './system-packages.mjs'

/** @param {import('./system-packages.mjs').Purpose} [purpose] without one, no system package is needed */
export async function install(purpose) {
  await installDependencies()
  if (purpose) await installSystemPackages(purpose)
}
