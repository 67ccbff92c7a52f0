import { byNamespace } from './namespaces.ts'

export default byNamespace(
  import.meta.glob(['../*/texts.en.ts', '../screens/*/texts.en.ts', '!../shell/*', '!../ui/*', '!../form/*', '!../screens/access/*'], {
    eager: true,
    import: 'default',
  }),
)
