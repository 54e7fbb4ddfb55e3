/** The product's mark. */
export function Mark() {
  return <img src="/mark.svg" width={26} height={26} alt="" />
}
