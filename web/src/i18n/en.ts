import { byNamespace } from './namespaces.ts'

/** What the pages before the sign-in need; everything else is in `en-rooms.ts`, loaded beside the panel. */
export default byNamespace({
  ...import.meta.glob('./errors/texts.en.ts', { eager: true, import: 'default' }),
  ...import.meta.glob(['../shell/texts.en.ts', '../ui/texts.en.ts', '../form/texts.en.ts', '../screens/access/texts.en.ts'], { eager: true, import: 'default' }),
})
