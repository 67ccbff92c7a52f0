// The server's entry, built as dist/main.js. The version of Node is checked before any file with newer syntax is read:
// see scripts/check-node.mjs.
import { checkNode } from '../../scripts/check-node.mjs'

checkNode()
import('./main.ts').catch(function (error) {
  console.error(error)
  process.exit(1)
})
