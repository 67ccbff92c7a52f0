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

/** The name that a module of a part exports (`MenuSub`); undefined for every other module. */
export function leftOutName(module: string): string | undefined {
  const [, component, file] = /\/@mantine\/core\/esm\/components\/(\w+)\/\w+\/(\w+)\.mjs$/.exec(module) ?? []
  return leftOut[component ?? '']?.map((part) => `${component}${part}`).find((name) => name === file)
}
