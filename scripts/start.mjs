// npm start. The version of Node is checked before any file with newer syntax is read: see check-node.mjs.
import { checkNode } from './check-node.mjs'

checkNode()
import('./start-panel.mjs').catch(function (error) {
  console.error(error)
  process.exit(1)
})
