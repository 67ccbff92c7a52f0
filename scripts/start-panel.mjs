// npm start: prepares a fresh checkout, then runs the panel in this process, so that signals reach it
// directly. `npm start -- --yes` installs FreeRADIUS without a prompt.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, endWithNpm, exclusively, install, isBuilt, isInstalled, parts, root } from './checkout.mjs'
import { offerRadiusInstallation } from './radius-offer.mjs'

endWithNpm()
await offerRadiusInstallation()
const isComplete = () => isInstalled() && parts.every(isBuilt)
if (!isComplete()) {
  await exclusively(async () => {
    await install()
    const stale = parts.filter((part) => !isBuilt(part))
    if (stale.length === 0) return
    console.log('Building …')
    // In parallel: at least two cores are assumed.
    await Promise.all(stale.map(build))
  })
}
process.setSourceMapsEnabled(true)
process.env.NODE_ENV ??= 'production'
process.chdir(root)
await import(pathToFileURL(join(root, 'server', 'dist', 'main.js')).href)
