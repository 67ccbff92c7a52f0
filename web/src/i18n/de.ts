/** What every page needs, those before the sign-in too. The panel's frame has `de-panel.ts`, each room its own file. */
export default import.meta.glob<object>(
  ['./errors/texts.de.ts', '../shell/texts.de.ts', '../ui/texts.de.ts', '../screens/access/texts.de.ts'],
  { eager: true, import: 'default' },
)
