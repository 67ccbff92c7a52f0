/** Control characters (ISO/IEC 6429), as content of a character class of a regular expression. */
export const controlCharacters = {
  /** C0 and delete: those of ASCII. */
  ascii: String.raw`\u0000-\u001f\u007f`,
  /** C0, delete and C1. */
  all: String.raw`\u0000-\u001f\u007f-\u009f`,
  /** All except tab, line feed and carriage return, which multi-line text contains. */
  inText: String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f`,
}
