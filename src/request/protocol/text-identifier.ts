/** Characters that stand as a code between underscores in a text identifier (rule 1.10). */
const CODED = ['<', '>', '*', '%', ':', '&', '/', '\\', '_', ' ', '?', '.', '#', '+'] as const

/** A text identifier as the project-related API writes it in a path: `My Product_50%` is `My_9_Product_8_50_3_`. */
export function encodeTextIdentifier(text: string): string {
  const coded = text.replace(/[<>*%:&/\\_ ?.#+]/g, (character) => `_${CODED.findIndex((one) => one === character)}_`)
  return encodeURIComponent(coded)
}

/** The identifier a path parameter of the project-related API stands for, URL-decoded already. */
export function decodeTextIdentifier(coded: string): string {
  return coded.replace(/_(\d|1[0-3])_/g, (_, code: string) => CODED[Number(code)]!)
}
