/** The texts of every page, also before sign-in. The panel has `de-panel.ts`, each feature its own file. */
export default import.meta.glob<object>(
  ['./errors/texts.de.ts', '../shell/texts.de.ts', '../ui/texts.de.ts', '../screens/access/texts.de.ts'],
  { eager: true, import: 'default' },
)
