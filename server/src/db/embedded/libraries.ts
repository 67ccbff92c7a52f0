import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'

type Link = { source: string; target: string }

/**
 * Creates the library links that the package's install script would create: npm may be configured to run no scripts,
 * and packages cannot contain links. If node_modules is read-only the links are created in `spare`, and the returned
 * environment adds that folder to the loader's search path.
 * @returns environment variables for the server's programs
 */
export function linkLibraries(native: string, spare: string): Record<string, string> {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return {}
  const links = JSON.parse(readFileSync(list, 'utf8')) as Link[]
  // Paths in the list start with "native/".
  const root = dirname(native)
  let readOnly = false
  for (const { source, target } of links) {
    const from = resolve(root, source)
    const to = resolve(root, target)
    if (existsSync(to) || !existsSync(from)) continue
    try {
      symlinkSync(relative(dirname(to), from), to)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      // EEXIST: another Trunkline process created it first.
      if (code === 'EEXIST') continue
      if (code !== 'EACCES' && code !== 'EROFS' && code !== 'EPERM') throw error
      readOnly = true
      break
    }
  }
  if (!readOnly) return {}
  mkdirSync(spare, { recursive: true, mode: 0o755 })
  for (const { source, target } of links) {
    const to = join(spare, basename(target))
    if (!existsSync(to)) symlinkSync(resolve(root, source), to)
  }
  const name = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
  return { [name]: `${spare}:${join(native, 'lib')}` }
}
