/**
 * Subcomponents of @mantine/core that are properties of components (`Menu.Sub`), which no bundler can drop by itself,
 * and that the panel does not use: the build replaces them with nothing. By component.
 */
export const leftOut: Record<string, readonly string[]> = {
  ActionIcon: ['Group', 'GroupSection'],
  Button: ['Group', 'GroupSection'],
  Menu: ['CheckboxGroup', 'CheckboxItem', 'ContextMenu', 'Search', 'Sub'],
  Popover: ['ContextMenu'],
  Tooltip: ['Floating'],
}

/** Whole modules that are imported by used ones, with their exports. By the end of their path. */
export const leftOutModules: Record<string, readonly string[]> = {
  // Every Loader is the default one.
  '/@mantine/core/esm/components/Loader/loaders/Bars.mjs': ['Bars'],
  '/@mantine/core/esm/components/Loader/loaders/Dots.mjs': ['Dots'],
  // The router uses its own functions for search parameters.
  '/@tanstack/router-core/dist/esm/searchParams.js': [
    'defaultParseSearch',
    'defaultStringifySearch',
    'parseSearchWith',
    'stringifySearchWith',
  ],
}

/** The exports of such a module (`MenuSub`); undefined for every other module. */
export function leftOutNames(module: string): readonly string[] | undefined {
  const [, component, file] = /\/@mantine\/core\/esm\/components\/(\w+)\/\w+\/(\w+)\.mjs$/.exec(module) ?? []
  const name = leftOut[component ?? '']?.map((part) => `${component}${part}`).find((one) => one === file)
  if (name !== undefined) return [name]
  return Object.entries(leftOutModules).find(([path]) => module.endsWith(path))?.[1]
}
