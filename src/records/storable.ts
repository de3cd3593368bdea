/** Whether PostgreSQL can store the text: neither U+0000 nor half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
