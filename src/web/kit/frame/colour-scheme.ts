import { localStorageColorSchemeManager } from '@mantine/core'

/** Light, dark or the system's; the same key is read before the first paint. */
export const colourScheme = localStorageColorSchemeManager({ key: 'colour_scheme' })
