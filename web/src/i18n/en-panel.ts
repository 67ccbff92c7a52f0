/** The frame behind the sign-in, and the list, form and detail that its screens are made of. */
export default import.meta.glob<object>(
  ['../shell/panel/texts.en.ts', '../list/texts.en.ts', '../form/texts.en.ts', '../detail/texts.en.ts'],
  { eager: true, import: 'default' },
)
