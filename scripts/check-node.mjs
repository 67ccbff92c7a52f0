// Rejects a version of Node that is too old. This file, and those that import it before anything else (start.mjs and
// server/src/start.mjs), use only the syntax of ES2015 modules, because a Node without `a?.b` has to parse them.
// The test checks their syntax.

/** Exits with a message and status 78 (EX_CONFIG of sysexits.h) if Node is older than 20.19. */
export function checkNode() {
  const parts = process.versions.node.split('.')
  const major = Number(parts[0])
  if (major > 20 || (major === 20 && Number(parts[1]) >= 19)) return
  console.error(
    'Trunkline needs Node.js 20.19 or newer; this is ' +
      process.versions.node +
      ' (' +
      process.execPath +
      '). Install a newer one, or put its folder first in PATH.',
  )
  process.exit(78)
}
