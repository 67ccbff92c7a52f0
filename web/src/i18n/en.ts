/** The texts of every page, also before sign-in. The panel has `en-panel.ts`, each feature its own file. */
export default import.meta.glob<object>(
  ['./errors/texts.en.ts', '../shell/texts.en.ts', '../ui/texts.en.ts', '../screens/access/texts.en.ts'],
  { eager: true, import: 'default' },
)
