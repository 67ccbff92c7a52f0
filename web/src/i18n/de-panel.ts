/** The frame behind the sign-in, and the list, form and detail that its screens are made of. */
export default import.meta.glob<object>(
  ['../shell/panel/texts.de.ts', '../list/texts.de.ts', '../form/texts.de.ts', '../detail/texts.de.ts'],
  { eager: true, import: 'default' },
)
