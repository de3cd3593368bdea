/** How paths are matched, in every version alike: without regard to case, with or without a slash at their end. */
export const ROUTING = { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 1000 }

/** A declared path as routers have it: `/journals/{number}` is `/journals/:number`. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')
