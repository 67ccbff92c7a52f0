/** What every page needs, those before the sign-in too. The panel's frame has `en-panel.ts`, each room its own file. */
export default import.meta.glob<object>(
  ['./errors/texts.en.ts', '../shell/texts.en.ts', '../ui/texts.en.ts', '../screens/access/texts.en.ts'],
  { eager: true, import: 'default' },
)
