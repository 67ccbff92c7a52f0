import { byNamespace } from './namespaces.ts'

/** What the pages before the sign-in need; everything else is in `de-rooms.ts`, loaded beside the panel. */
export default byNamespace({
  ...import.meta.glob('./errors/texts.de.ts', { eager: true, import: 'default' }),
  ...import.meta.glob(['../shell/texts.de.ts', '../ui/texts.de.ts', '../form/texts.de.ts', '../screens/access/texts.de.ts'], { eager: true, import: 'default' }),
})
