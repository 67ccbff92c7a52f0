import type { Feature, MenuEntry, RouteEntry } from './route-entry.ts'

const features = Object.entries(
  import.meta.glob<Feature>(['./screens/*/routes.ts', '!./screens/access/routes.ts'], {
    eager: true,
    import: 'default',
  }),
).map(([file, feature]) => ({ ...feature, name: file.split('/').at(-2) as string }))

/** Pages inside the panel's frame. A route whose ability the user lacks is the same error-404 as one that does not exist. */
export const panelPages: RouteEntry[] = features.flatMap(({ name, pages }) =>
  pages.map((entry) => ({ ...entry, texts: [name, ...entry.texts] })),
)

/** The entries of the vertical menu and their tabs; within a section or an entry in order. */
export const menu: MenuEntry[] = features
  .flatMap((feature) => feature.menu ?? [])
  .sort((a, b) => a.position - b.position)
