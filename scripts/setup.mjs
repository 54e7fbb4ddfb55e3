// Runs before `npm start` and `npm test`, under whatever Node the machine has (20 or later):
// plain JavaScript, no packages, no new syntax. Afterwards npm finds the pinned Node by itself.
import { buildWebApp } from './setup/build-web-app.mjs'
import { findOrInstallChromium } from './setup/chromium.mjs'
import { installPackages } from './setup/install-packages.mjs'

const forTests = process.argv.includes('--tests')

try {
  installPackages()
  if (forTests) findOrInstallChromium()
  buildWebApp()
} catch (error) {
  console.error(`\nSetting up did not finish. ${error.message}\n`)
  process.exit(1)
}
