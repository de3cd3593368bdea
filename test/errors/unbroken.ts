/** Rules that no test breaks, as `api/Resource property: code`, each with the reason. */
export const unbroken: Readonly<Record<string, string>> = {}
