declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2'
    variationAxes: Record<string, { min: number; max: number }>
    /** Without it, everything that the font can do is kept. */
    keepFeatures: readonly string[]
  }

  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
