// Allowed imports, as in docs/ARCHITECTURE.md. check-imports.mjs checks every file against this table.
//
// A path ending in / is a folder. Tests and fixtures are exempt, but only they may import each other.

/** Files used only by tests and measurements. */
export const testCode = /\.test\.(tsx?|mjs)$|(^|\/)testing\/|^(e2e|bench)\//

/** Files that build and check the checkout; not part of the product. */
export const tooling = /^scripts\/|(^|\/)(vite|vitest)\.config\.ts$|^web\/bundle-report\.mjs$/

/**
 * Workspaces, their allowed workspace dependencies, and the reason. `libraries`: the only allowed packages; `no`:
 * forbidden packages. By default package.json decides.
 */
export const workspaces = {
  contract: {
    imports: [],
    libraries: /^zod\/mini$/,
    reason: 'the contract imports zod/mini and nothing else: browser and server both load it',
  },
  routeros: { imports: [], reason: 'the client of routers knows nothing of the panel, and never the simulator' },
  simulator: { imports: ['routeros'], reason: 'the simulator may read the wire format of the client, nothing more' },
  radius: { imports: [], reason: 'FreeRADIUS runs while the panel is down' },
  server: {
    imports: ['contract', 'db', 'demo', 'radius', 'routeros'],
    reason: 'server and browser know each other by the contract alone',
  },
  demo: { imports: ['contract', 'server', 'simulator'], reason: 'the demo writes through the functions of the server' },
  web: {
    imports: ['contract'],
    no: /^node:/,
    reason: 'browser and server know each other by the contract alone',
  },
  db: { imports: [], reason: 'generated row types describe tables and import no code' },
}

/** Layers of a workspace, lowest first: a file imports its own layer and those before it. */
export const layers = {
  'server/src/': [
    [
      'config.ts',
      'config-error.ts',
      'data-folder.ts',
      'errors.ts',
      'log.ts',
      'log-terminal.ts',
      'memory.ts',
      'secrets.ts',
      'version.ts',
      'reference/',
    ],
    ['db/'],
    ['live/', 'mail/', 'jobs/', 'backup/'],
    ['access/', 'devices/', 'sessions/', 'telemetry/'],
    ['alerts/'],
    ['deps.ts', 'http/'],
    ['features/'],
    ['app.ts'],
    ['main.ts', 'start.mjs'],
  ],
  'web/src/': [
    ['api/', 'access/', 'i18n/', 'open-paths.ts', 'paths.ts', 'route-entry.ts', 'schema/'],
    ['ui/', 'theme/'],
    ['list/', 'form/', 'map/', 'plot/'],
    ['record/', 'detail/'],
    ['screens/'],
    ['shell/', 'routes.ts'],
    ['main.tsx'],
  ],
}

/** Texts are part of their feature: they are content and belong to no layer. */
export const texts = /(^|\/)(texts|titles)\.(en|de)\.ts$/

/** Files that only the listed ones may import. */
export const restricted = [
  {
    target: 'server/src/db/system-transaction.ts',
    by: [
      'server/src/access/',
      'server/src/alerts/',
      'server/src/devices/',
      'server/src/jobs/',
      'server/src/sessions/',
      'server/src/telemetry/',
      'demo/',
    ],
    reason: 'withSystem sees the rows of all companies; a feature reads and writes as its caller',
  },
  {
    target: 'routeros/',
    by: ['server/src/devices/', 'simulator/'],
    reason: 'only server/src/devices talks to routers',
  },
  { target: 'simulator/', by: ['demo/'], reason: 'the simulator stands in for routers in tests and in the demo' },
  { target: 'demo/', by: ['server/src/main.ts'], reason: 'main loads the demo, where it is on' },
]

/** Files that are loaded without an import: programs, and files that the browser's build finds by pattern. */
export const entries = [
  /^(radius|simulator)\/src\/main\.ts$/,
  /^radius\/src\/observe\.ts$/,
  /^routeros\/src\/conformance\/main\.ts$/,
  /^server\/src\/db\/(checksums|generate-rows)\.ts$/,
  /^contract\//,
  /^web\/src\/screens\/[\w-]+\/[A-Z]\w*\.tsx$/,
  /^web\/src\/screens\/[\w-]+\/routes\.ts$/,
  /^web\/src\/(.+\/)?(texts|titles)\.\w+\.ts$/,
]
