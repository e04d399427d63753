/** Types of the vendored file, from its package. */
export * from "preact";
