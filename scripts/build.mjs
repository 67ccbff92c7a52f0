// npm run build: the browser's files into web/dist, the server and the bill of materials into server/dist.
import { build, checkNode, install, parts } from './checkout.mjs'
import { writeSbom } from './sbom.mjs'

checkNode()
await install()
for (const part of parts) {
  const began = Date.now()
  await build(part)
  console.log(`${part.name} built in ${((Date.now() - began) / 1000).toFixed(1)} s`)
}
await writeSbom()
