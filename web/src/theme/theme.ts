import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

/** The accent colour: a deep teal. */
const accent: MantineColorsTuple = [
  '#e9f6f6',
  '#cfe9ea',
  '#a3d4d6',
  '#70bdc1',
  '#45a6ab',
  '#238e94',
  '#12787f',
  '#0b676e',
  '#0a5a61',
  '#084a50',
]
/** Cool greys, from page background to headings. */
const gray: MantineColorsTuple = [
  '#f6f7f9',
  '#eef0f3',
  '#e3e6eb',
  '#d2d7de',
  '#b5bcc7',
  '#8a94a2',
  '#667080',
  '#4a5361',
  '#323945',
  '#1b2029',
]
const dark: MantineColorsTuple = [
  '#dde2e9',
  '#bdc5cf',
  '#98a2b0',
  '#6d7786',
  '#3c4452',
  '#2b323e',
  '#20262f',
  '#181d25',
  '#11151b',
  '#0b0e13',
]

const sans =
  'Inter, "SF Pro Text", -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif'

export const theme = createTheme({
  primaryColor: 'accent',
  // Mantine's own shades 6 and 8 are below 4.5:1 with white text in most colours.
  primaryShade: { light: 8, dark: 7 },
  colors: { accent, gray, dark },
  black: '#1b2029',
  fontFamily: sans,
  headings: {
    fontFamily: sans,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
      h4: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.1875rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1.25rem' },
  defaultRadius: 'sm',
  shadows: {
    xs: '0 1px 2px rgb(16 24 40 / 5%)',
    sm: '0 1px 3px rgb(16 24 40 / 8%), 0 1px 2px rgb(16 24 40 / 4%)',
    md: '0 4px 12px rgb(16 24 40 / 8%), 0 1px 3px rgb(16 24 40 / 6%)',
    lg: '0 12px 28px rgb(16 24 40 / 14%), 0 2px 6px rgb(16 24 40 / 6%)',
    xl: '0 20px 44px rgb(16 24 40 / 18%)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  activeClassName: '',
  components: {
    // The library draws them as <header>, which outside of the page's main part is a second banner.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    // The dropdown scrolls itself (base.css): a scrolling box around it can't be reached by keyboard.
    Select: { defaultProps: { withScrollArea: false } },
    // Help is below the input, so that inputs in a row align whether they have help or not.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] } },
  },
})

/** Text on the soft background of badges, alerts and light buttons, at least 4.5:1 on it. */
const softText = {
  red: '#a61e1e',
  orange: '#9a3a05',
  yellow: '#7a4d00',
  green: '#1d6b2d',
  teal: '#076350',
  blue: '#1a5a9c',
  gray: '#4a5361',
}

/** Colours where Mantine's defaults fail WCAG 2.2, 1.4.3, for both themes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5a6472',
    '--mantine-color-placeholder': '#667080',
    '--mantine-color-error': '#c0262d',
    '--tk-ground': '#f6f7f9',
    '--tk-raised': '#ffffff',
    '--tk-line': '#e3e6eb',
    '--tk-hover': '#eef0f3',
    '--tk-soft': '#e9f6f6',
    '--tk-soft-text': '#084a50',
    '--tk-context': '#fff6dd',
    '--tk-context-line': '#e0b548',
    '--tk-context-text': '#5f4100',
    '--tk-alarm': '#7a1d4b',
    ...Object.fromEntries(
      Object.entries(softText).map(([name, color]) => [`--mantine-color-${name}-light-color`, color]),
    ),
  },
  dark: {
    '--mantine-color-dimmed': '#a3adba',
    '--mantine-color-placeholder': '#98a2b0',
    '--mantine-color-error': '#ff8a8a',
    '--mantine-color-body': '#181d25',
    // White on Mantine's own is 3.84:1.
    '--mantine-color-red-filled': '#c92a2a',
    '--mantine-color-red-filled-hover': '#b32424',
    '--tk-ground': '#11151b',
    '--tk-raised': '#181d25',
    '--tk-line': '#2b323e',
    '--tk-hover': '#20262f',
    '--tk-soft': '#0d3136',
    '--tk-soft-text': '#a3d4d6',
    '--tk-context': '#332708',
    '--tk-context-line': '#8a6a1c',
    '--tk-context-text': '#f5dfa4',
    '--tk-alarm': '#8a2457',
  },
})
