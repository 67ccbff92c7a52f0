import { byNamespace } from './namespaces.ts'

/** The frame behind the sign-in, and the list, form and detail that its screens are made of. */
export default byNamespace(
  import.meta.glob(['../shell/panel/texts.de.ts', '../list/texts.de.ts', '../form/texts.de.ts', '../detail/texts.de.ts'], { eager: true, import: 'default' }),
)
