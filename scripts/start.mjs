// npm start. Checks the version of Node before any file with newer syntax is parsed: see check-node.mjs.
import { checkNode } from './check-node.mjs'

checkNode()
import('./start-panel.mjs').catch(function (error) {
  console.error(error)
  process.exit(1)
})
