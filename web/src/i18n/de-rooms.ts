import { byNamespace } from './namespaces.ts'

export default byNamespace(
  import.meta.glob(['../*/texts.de.ts', '../screens/*/texts.de.ts', '!../shell/*', '!../ui/*', '!../form/*', '!../screens/access/*'], {
    eager: true,
    import: 'default',
  }),
)
