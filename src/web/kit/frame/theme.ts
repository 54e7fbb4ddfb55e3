import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'

// Petrol is what you can do and what is fine; the seventh is for white, the fourth for dark.
const petrol: MantineColorsTuple = [
  '#e6f5f6',
  '#d3eaec',
  '#a9d6da',
  '#7fc2c8',
  '#51a9b2',
  '#63b5bd',
  '#25868f',
  '#1b7a85',
  '#14666f',
  '#0b4850',
]
const amber: MantineColorsTuple = [
  '#fff6e8',
  '#ffe9cc',
  '#ffd59c',
  '#ffc069',
  '#ffab3d',
  '#ff9f1c',
  '#e08700',
  '#955300',
  '#7d4500',
  '#663800',
]
const red: MantineColorsTuple = [
  '#fff1f1',
  '#ffe0e0',
  '#ffc2c2',
  '#ff9e9e',
  '#ff8080',
  '#fa5c5c',
  '#e03535',
  '#c92a2a',
  '#a91f1f',
  '#861818',
]
const grey: MantineColorsTuple = [
  '#f8f9fa',
  '#f1f3f5',
  '#e6e9ec',
  '#d5dade',
  '#b4bcc4',
  '#8c96a0',
  '#68737d',
  '#515b65',
  '#363e46',
  '#20262c',
]
const dark: MantineColorsTuple = [
  '#d6dade',
  '#b3bac1',
  '#98a1a9',
  '#6b747d',
  '#3a4148',
  '#2c3238',
  '#22272d',
  '#1a1e23',
  '#13171a',
  '#0d1012',
]

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 4 },
  colors: { petrol, amber, red, gray: grey, dark },
  // Filled things are dark on white and light on dark, so the words on them turn as well.
  variantColorResolver: (input) => {
    const colours = defaultVariantColorsResolver(input)
    return input.variant === 'filled' ? { ...colours, color: 'var(--on-filled)' } : colours
  },
  black: '#15191d',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  headings: {
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.4375rem', lineHeight: '1.3' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h3: { fontSize: '0.8125rem', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '0.71875rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '16px' },
  defaultRadius: 'md',
  // §9: the menu becomes a drawer at 959 px and below.
  breakpoints: { xs: '36em', sm: '48em', md: '60em', lg: '75em', xl: '88em' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Modal: {
      styles: { title: { fontWeight: 650 } },
      defaultProps: { radius: 'lg', transitionProps: { duration: 120 } },
    },
    Drawer: { defaultProps: { transitionProps: { duration: 120 } } },
    Menu: {
      defaultProps: {
        radius: 'md',
        transitionProps: { duration: 100 },
        // An open menu begins at its first item; an empty stop before it is no part of a menu.
        withInitialFocusPlaceholder: false,
      },
    },
    Tooltip: { defaultProps: { transitionProps: { duration: 100 }, openDelay: 300 } },
    Paper: { defaultProps: { withBorder: true, radius: 'lg', p: 'md' } },
    Anchor: { defaultProps: { underline: 'hover' } },
    Loader: { defaultProps: { size: 'sm' } },
    // Mantine's inputs are 36 px high at this size and say 13 px.
    TextInput: { defaultProps: { size: 'sm' } },
    Checkbox: { defaultProps: { iconColor: 'var(--on-filled)' } },
    // Choosing again what is chosen must not empty a field; those that may be empty have a cross.
    Select: { defaultProps: { allowDeselect: false } },
    Badge: { defaultProps: { variant: 'light', size: 'sm' } },
  },
})

// Shades that the defaults of Mantine leave below AA, and the page's own surfaces.
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--shell-bar': '52px', '--shell-menu': '224px' },
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#59636d',
    '--mantine-color-placeholder': '#68737d',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-default-border': '#dfe3e6',
    '--page': '#f6f8f9',
    '--hairline': '#e4e8eb',
    '--row-hover': '#f5f9fa',
    '--bar-environment': '#fff9ef',
    '--menu-text': '#363e46',
    '--on-filled': '#ffffff',
    '--tint': '#e6f5f6',
    '--tint-text': '#0b4850',
  },
  dark: {
    '--mantine-color-body': '#1a1e23',
    '--mantine-color-text': '#d6dade',
    '--mantine-color-dimmed': '#98a1a9',
    '--mantine-color-placeholder': '#8b949c',
    '--mantine-color-error': '#ff8080',
    '--mantine-color-default': '#22272d',
    '--mantine-color-default-hover': '#2c3238',
    '--mantine-color-default-border': '#3a4148',
    '--page': '#13171a',
    '--hairline': '#2c3238',
    '--row-hover': '#20252a',
    '--bar-environment': '#241e15',
    '--menu-text': '#c6ccd1',
    '--on-filled': '#0d1012',
    '--tint': '#12353a',
    '--tint-text': '#a9d6da',
  },
})
