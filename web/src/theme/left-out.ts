/**
 * Parts of components of @mantine/core that hang on them as properties (`Menu.Sub`), so that no bundler can leave them
 * out by itself, and that the panel does not use: the build takes nothing in their place. By component.
 */
export const leftOut: Record<string, readonly string[]> = {
  ActionIcon: ['Group', 'GroupSection'],
  Button: ['Group', 'GroupSection'],
  Menu: ['CheckboxGroup', 'CheckboxItem', 'ContextMenu', 'Search', 'Sub'],
  Popover: ['ContextMenu'],
  Tooltip: ['Floating'],
}

/** Whole modules that hang on what is used, with what they export. By the end of their path. */
export const leftOutModules: Record<string, readonly string[]> = {
  // Every Loader is the default one.
  '/@mantine/core/esm/components/Loader/loaders/Bars.mjs': ['Bars'],
  '/@mantine/core/esm/components/Loader/loaders/Dots.mjs': ['Dots'],
  // The panel's router reads and writes searches by functions of its own.
  '/@tanstack/router-core/dist/esm/searchParams.js': [
    'defaultParseSearch',
    'defaultStringifySearch',
    'parseSearchWith',
    'stringifySearchWith',
  ],
}

/** The names that a module of such a part exports (`MenuSub`); undefined for every other module. */
export function leftOutNames(module: string): readonly string[] | undefined {
  const [, component, file] = /\/@mantine\/core\/esm\/components\/(\w+)\/\w+\/(\w+)\.mjs$/.exec(module) ?? []
  const name = leftOut[component ?? '']?.map((part) => `${component}${part}`).find((one) => one === file)
  if (name !== undefined) return [name]
  return Object.entries(leftOutModules).find(([path]) => module.endsWith(path))?.[1]
}
